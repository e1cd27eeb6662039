import type { DETAIL_CODES } from './detail-codes.js';

/**
 * Every error code of the HTTP API with its status and public text (docs/design.md, Errors).
 * A code is raised as a `Refusal` anywhere and turned into a response in one place.
 */
export const ERROR_CODES = {
  VALIDATION_ERROR: { status: 400, message: 'The request is not valid.' },
  UNAUTHORIZED: {
    status: 401,
    message: 'No valid API key. Send `Authorization: Bearer <API_KEY>` with an active key.',
  },
  INSUFFICIENT_CREDITS: { status: 402, message: 'The credit balance is below the price.' },
  SPEND_CAP_REACHED: {
    status: 402,
    message: "The key's monthly credit cap would be exceeded. Raise the cap or use another key.",
  },
  FORBIDDEN: { status: 403, message: 'The API key lacks the scope that this endpoint needs.' },
  ACCOUNT_SUSPENDED: {
    status: 403,
    message: 'The account is suspended. Contact the operator of this service.',
  },
  PLAN_REQUIRED: { status: 403, message: 'The plan of the account does not include this feature.' },
  LIMIT_REACHED: { status: 403, message: 'A limit of the plan is reached.' },
  NOT_FOUND: { status: 404, message: 'No such object in this account.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This method is not offered on this path.' },
  CONFLICT: { status: 409, message: 'The state of the object does not allow this.' },
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
      'The account already runs its maximum of jobs. Nothing was charged. Wait for one to finish, or repeat after `Retry-After` seconds with the same Idempotency-Key.',
  },
  INTERNAL_ERROR: {
    status: 500,
    message: 'Something failed on our side. Repeat with the same Idempotency-Key; it is safe.',
  },
  UNAVAILABLE: {
    status: 503,
    message: 'A part of the service is not reachable. Repeat after `Retry-After` seconds.',
  },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** A quote hands on the code of the real endpoint's refusal. */
export type DetailCode = keyof typeof DETAIL_CODES | ErrorCode;

/** One problem of a request: a JSON path such as `body.aspect_ratio`, and what to do about it. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/**
 * What an error says beyond its message. A code of `detail-codes.ts` tells cases of one error apart; a
 * quote carries the code that the real endpoint would refuse with.
 */
export type ErrorDetails = Record<string, unknown> & { readonly code?: DetailCode | ErrorCode };

export interface RefusalOptions {
  /** Public text instead of the default one of the code. */
  readonly message?: string;
  readonly details?: ErrorDetails;
  /** Only where one code has several statuses: VALIDATION_ERROR is 400, 413, 415 or 422. */
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** For the log only; never leaves the process. */
  readonly cause?: unknown;
}

/** A request that is answered with an error of the catalogue. The only error that callers see. */
export class Refusal extends Error {
  readonly status: number;
  readonly details: ErrorDetails | undefined;
  readonly headers: Record<string, string>;

  constructor(
    readonly code: ErrorCode,
    options: RefusalOptions = {},
  ) {
    super(options.message ?? ERROR_CODES[code].message, { cause: options.cause });
    this.name = 'Refusal';
    this.status = options.status ?? ERROR_CODES[code].status;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/**
 * The answer to an id that names nothing of the account; a foreign one is as unknown as any.
 * @param kind what it should have named, such as `generation`
 * @param field of the body that holds the id; none when it stands in the path
 */
export const unknownObject = (kind: string, id: string, field?: string): Refusal =>
  new Refusal('NOT_FOUND', {
    ...(field !== undefined && { details: { field } }),
    message: `${field === undefined ? 'There' : `${field}: there`} is no ${kind} \`${id.slice(0, 60).replaceAll(/[^ -~]/g, '?')}\` in this account. Check the id, and whose key is sent.`,
  });

/** A VALIDATION_ERROR that lists every problem at once. */
export function invalid(issues: readonly Issue[]): Refusal {
  const first = issues[0];
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see details.issues)` : '';
  const message = first ? `${first.path}: ${first.message}${more}` : undefined;
  return new Refusal('VALIDATION_ERROR', {
    ...(message && { message }),
    details: { issues },
  });
}

export interface ErrorBody {
  error: {
    code: ErrorCode;
    message: string;
    details?: Record<string, unknown>;
    request_id: string;
  };
}

/** The body of an error response. */
export function presentError(refusal: Refusal, requestId: string): ErrorBody {
  return {
    error: {
      code: refusal.code,
      message: refusal.message,
      ...(refusal.details && { details: refusal.details }),
      request_id: requestId,
    },
  };
}
