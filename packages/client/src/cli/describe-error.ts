import {
  ApiError,
  ConnectionError,
  GenerationFailedError,
  MediaError,
  SpeechFailedError,
  TimeoutError,
  UnauthorizedError,
  UnexpectedResponseError,
} from '../errors.js';
import type { Command } from './command.js';
import { optionOf } from './field-options.js';
import type { Work } from './work.js';

/** Describes an error in lines for people: every problem, and the next step. */
export function describeError(error: unknown, command: Command | null): string[] {
  if (error instanceof GenerationFailedError) return describeFailure(error, error.generation);
  if (error instanceof SpeechFailedError) return describeFailure(error, error.speech);
  if (error instanceof ApiError) return describeRefusal(error, command);
  return [error instanceof Error ? error.message : String(error)];
}

/** Some messages of the service already contain it. */
export const NOT_CHARGED = 'Nothing was charged.';

/** Describes whether a failed request was charged. */
export function describeCharge(error: unknown): string {
  const isUnknown =
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof UnexpectedResponseError ||
    (error instanceof ApiError && error.status >= 500);
  const key = error instanceof MediaError ? error.idempotencyKey : null;
  return isUnknown && key !== null ? describeRepeat(key) : NOT_CHARGED;
}

function describeFailure(
  { code, message }: GenerationFailedError | SpeechFailedError,
  { id, status, credits, refunded_credits: refunded }: Work,
): string[] {
  return [
    `${id} ${status}: ${code}: ${message}`,
    `${credits} credits were charged, and ${refunded} were refunded.`,
  ];
}

function describeRefusal(error: ApiError, command: Command | null): string[] {
  const { status, code, details, retryAfterMs, docUrl } = error;
  const issues = details?.issues ?? [];
  const more = (details?.issue_count ?? 0) - issues.length;
  return [
    // The message repeats the first problem.
    issues.length === 0 ? `${status} ${code}: ${error.message}` : `${status} ${code}:`,
    ...issues.map(({ path, message }) => `  ${describePath(path, command)}: ${message}`),
    ...(more > 0 ? [`  and ${more} more problems`] : []),
    ...(retryAfterMs === null ? [] : [`Try again in ${Math.ceil(retryAfterMs / 1_000)} s.`]),
    ...(error instanceof UnauthorizedError
      ? ['Run `media login`, or set MEDIA_API_KEY to a key that is valid.']
      : []),
    ...(docUrl ? [`More: ${docUrl}`] : []),
  ];
}

/** Returns the command line option of a field. */
function describePath(path: string, command: Command | null): string {
  const field = path.replace(/^body\./, '');
  const option = command ? optionOf(command.options, field) : null;
  return option === null ? field : `--${option} (${field})`;
}

/** Describes how to repeat a request whose response was lost. */
export const describeRepeat = (key: string): string =>
  `The request may have been accepted. Repeat the command with --idempotency-key ${key}: it is charged only once.`;
