import { Type, type Static } from 'typebox';
import { buildNullable } from '../../domain/contract/common.js';
import { ERROR_CODES, type ErrorCode } from '../../domain/contract/error-codes.js';
import { Refusal } from '../../domain/contract/refusal.js';
import type { PresentedError } from '../middleware/respond.js';

/** An error in OpenAI's format. */
export const OpenAiErrorSchema = Type.Object(
  {
    error: Type.Object(
      {
        message: Type.String({ description: 'Human-readable message' }),
        type: Type.String({ description: 'Type of error, such as `invalid_request_error`' }),
        param: buildNullable(Type.String(), 'The option that caused the error'),
        code: buildNullable(
          Type.String(),
          'Machine-readable code, such as `content_policy_violation`',
        ),
      },
      { description: 'Human-readable message: what is wrong, and what to do' },
    ),
  },
  { $id: 'Error', description: 'An error' },
);
export type OpenAiError = Static<typeof OpenAiErrorSchema>;

interface Kind {
  readonly type: string;
  readonly code: string | null;
  /** Set if OpenAI uses a different status. */
  readonly status?: number;
}

const INVALID = 'invalid_request_error';

/** OpenAI's equivalent of each of our error codes. */
const KINDS: Readonly<Record<ErrorCode, Kind>> = {
  VALIDATION_ERROR: { type: INVALID, code: null },
  UNAUTHORIZED: { type: INVALID, code: 'invalid_api_key' },
  INSUFFICIENT_CREDITS: { type: 'insufficient_quota', code: 'insufficient_quota', status: 429 },
  SPEND_CAP_REACHED: { type: 'insufficient_quota', code: 'insufficient_quota', status: 429 },
  FORBIDDEN: { type: INVALID, code: 'missing_scope' },
  ACCOUNT_SUSPENDED: { type: INVALID, code: 'account_deactivated' },
  PLAN_REQUIRED: { type: INVALID, code: 'plan_required' },
  LIMIT_REACHED: { type: INVALID, code: 'limit_reached' },
  NOT_FOUND: { type: INVALID, code: 'not_found' },
  METHOD_NOT_ALLOWED: { type: INVALID, code: 'method_not_supported' },
  CONFLICT: { type: INVALID, code: 'conflict' },
  CONTENT_BLOCKED: {
    type: 'image_generation_user_error',
    code: 'content_policy_violation',
    status: 400,
  },
  RATE_LIMITED: { type: 'requests', code: 'rate_limit_exceeded' },
  CONCURRENCY_LIMIT: { type: 'requests', code: 'rate_limit_exceeded' },
  INTERNAL_ERROR: { type: 'server_error', code: 'internal_error' },
  UNAVAILABLE: { type: 'server_error', code: 'service_unavailable' },
};

/** Returns the default status of an error code. */
export const statusOf = (code: ErrorCode): number => KINDS[code].status ?? ERROR_CODES[code].status;

/** OpenAI's names for fields of our requests. */
const PARAMS: Readonly<Record<string, string>> = {
  aspect_ratio: 'size',
  resolution: 'size',
  duration: 'seconds',
  scene_image: 'image',
  reference_images: 'image',
  start_frame: 'input_reference',
  text: 'input',
  voice_key: 'voice',
  format: 'response_format',
};

/** Presents a refusal: its status, its body, and headers in addition to the refusal's own. */
export function presentOpenAiError(
  refusal: Refusal,
): PresentedError & { readonly body: OpenAiError } {
  const { type, code, status = refusal.status } = KINDS[refusal.code];
  const { openai_code: openAiCode, code: detail } = refusal.details ?? {};
  // By default, the SDKs retry every 409, 429 and 5xx. Adding credits takes longer than their
  // retries.
  const isFinal = code === 'insufficient_quota';
  return {
    status,
    headers: isFinal ? { 'x-should-retry': 'false' } : {},
    body: {
      error: {
        message: toMessage(refusal.message),
        type,
        param: findParam(refusal),
        code: typeof openAiCode === 'string' ? openAiCode : (detail?.toLowerCase() ?? code),
      },
    },
  };
}

/**
 * Writes an error message with the client's option names. OpenAI's format has no list of problems.
 */
const toMessage = (text: string): string =>
  text
    .replaceAll(/\b(?:body|query)\.(\w+)/g, (_, field: string) => paramOf(field))
    .replace(/, see details\.issues\)/, ')');

const paramOf = (field: string): string => PARAMS[field] ?? field;

function findParam({ details }: Refusal): string | null {
  const issues = details?.['issues'] as readonly { readonly path: string }[] | undefined;
  const field = issues?.[0]?.path.replace(/^(body|query)\./, '') ?? details?.['field'];
  const name = typeof field === 'string' ? (field.split('.')[0] ?? '') : '';
  return name === '' || name === 'body' ? null : paramOf(name);
}

/**
 * Creates the refusal for a missing file, such as the file of a generation that was just deleted.
 */
export const refuseMissing = (): Refusal =>
  new Refusal('NOT_FOUND', { message: 'The file was deleted.' });
