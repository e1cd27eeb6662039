import { PlatformFailure } from '../../../domain/ports/social-platform.js';
import { readRetryAfterMs, type VendorAnswer } from '../../http/send.js';
import { findError } from './error-table.js';

const MINUTE = 60_000;
/** Wait in milliseconds after a rate limit if the response does not specify one. */
const RATE_MS = 5 * MINUTE;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an object in a response; an empty object if missing. */
export const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {};

/** Returns a number in an error body; null if missing. */
const toNumberOrNull = (value: unknown): number | null =>
  typeof value === 'number' ? value : null;

/** An error in a response body from the Graph API or Instagram's token endpoint. */
export interface MetaError {
  readonly code: number | null;
  readonly subcode: number | null;
  readonly isTransient: boolean;
  /** Used only to distinguish errors with the same code; never shown. */
  readonly message: string;
}

/** Reads an error in Meta's format; null if the body has another format. */
export function readError({ json }: VendorAnswer): MetaError | null {
  const body = toRecord(json);
  const error = isRecord(body['error']) ? body['error'] : body;
  const message = error['message'] ?? error['error_message'];
  if (typeof message !== 'string' && toNumberOrNull(error['code']) === null) return null;
  return {
    code: toNumberOrNull(error['code']),
    subcode: toNumberOrNull(error['error_subcode']),
    isTransient: error['is_transient'] === true,
    message: typeof message === 'string' ? message : '',
  };
}

/** Converts an error response to any call except a token call. */
export function classifyAnswer(answer: VendorAnswer): PlatformFailure {
  const { status } = answer;
  const error = readError(answer);
  const name = formatErrorName(answer);
  const known = error?.code == null ? null : findError(error.code, error.subcode);
  if (known?.kind === 'rate_limited' || (status === 429 && !known)) {
    return new PlatformFailure(
      'rate_limited',
      'PLATFORM_UNAVAILABLE',
      name,
      computeRateEnd(answer),
    );
  }
  if (known) return new PlatformFailure(known.kind, known.error, name);
  // A gateway between us and Meta knows nothing about the request.
  if (error === null || error.isTransient || status >= 500 || status < 400) {
    return new PlatformFailure('retry', 'PLATFORM_UNAVAILABLE', name);
  }
  return new PlatformFailure('permanent', 'PLATFORM_REFUSED', name);
}

/** Formats an error's code, such as `190/463` or `http_502`. */
export function formatErrorName(answer: VendorAnswer): string {
  const error = readError(answer);
  if (error?.code == null) return `http_${answer.status}`;
  return error.subcode === null ? String(error.code) : `${error.code}/${error.subcode}`;
}

/**
 * Computes when calls are allowed again, from `Retry-After` or the estimate in the usage header.
 */
export function computeRateEnd(answer: VendorAnswer): number {
  return Date.now() + (readRetryAfterMs(answer) ?? readUsageMs(answer) ?? RATE_MS);
}

function readUsageMs({ headers }: VendorAnswer): number | null {
  const text = headers['x-business-use-case-usage'];
  if (typeof text !== 'string') return null;
  try {
    const rows = Object.values(toRecord(JSON.parse(text))).flat();
    const minutes = rows.map((each) => toRecord(each)['estimated_time_to_regain_access']);
    const most = Math.max(0, ...minutes.filter((each) => typeof each === 'number'));
    return most > 0 ? most * MINUTE : null;
  } catch {
    return null;
  }
}
