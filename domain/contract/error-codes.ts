import type { DETAIL_CODES } from './detail-codes.js';

/**
 * Every error code of the HTTP API with its status and public text (docs/design.md, Errors). Any
 * module can throw a code as a `Refusal`; one place turns the refusal into a response.
 */
export const ERROR_CODES = {
  VALIDATION_ERROR: { status: 400, message: 'The request is not valid.' },
  UNAUTHORIZED: {
    status: 401,
    message:
      'The API key is missing or not valid. Send `Authorization: Bearer <API_KEY>` with an active key.',
  },
  INSUFFICIENT_CREDITS: { status: 402, message: 'The credit balance is below the price.' },
  SPEND_CAP_REACHED: {
    status: 402,
    message: "The key's monthly credit cap would be exceeded. Raise the cap or use another key.",
  },
  FORBIDDEN: { status: 403, message: 'The API key lacks the scope that this endpoint needs.' },
  ACCOUNT_SUSPENDED: {
    status: 403,
    message: 'The account is suspended. Contact your administrator.',
  },
  PLAN_REQUIRED: { status: 403, message: "The account's plan does not include this feature." },
  LIMIT_REACHED: { status: 403, message: 'You have reached a limit of your plan.' },
  NOT_FOUND: { status: 404, message: 'No such object in this account.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This path does not support this method.' },
  CONFLICT: { status: 409, message: "The object's current status does not allow this." },
  CONTENT_BLOCKED: {
    status: 422,
    message: 'The prompt is not allowed. Nothing was charged. Change the prompt and send it again.',
  },
  RATE_LIMITED: {
    status: 429,
    message:
      'Too many requests. Wait `Retry-After` seconds, then repeat with the same Idempotency-Key.',
  },
  CONCURRENCY_LIMIT: {
    status: 429,
    message:
      'The account already runs its maximum number of jobs. Nothing was charged. Wait for one to finish, or repeat after `Retry-After` seconds with the same Idempotency-Key.',
  },
  INTERNAL_ERROR: {
    status: 500,
    message:
      'An internal error occurred. It is safe to repeat the request with the same Idempotency-Key.',
  },
  UNAVAILABLE: {
    status: 503,
    message: 'A part of the service is unavailable. Repeat after `Retry-After` seconds.',
  },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Errors of every request that orders an image, a video or speech. */
export const ORDER_ERRORS: readonly ErrorCode[] = [
  'CONTENT_BLOCKED',
  'NOT_FOUND',
  'INSUFFICIENT_CREDITS',
  'SPEND_CAP_REACHED',
  'CONCURRENCY_LIMIT',
];

/**
 * Values of `details.code`. A quote passes on the error code that the create endpoint would return.
 */
export type DetailCode = keyof typeof DETAIL_CODES | ErrorCode;

/** Builds the path of an error code's documentation page, for `doc_url`. */
export const buildDocPath = (code: string): string => `/docs/errors/${code}`;
