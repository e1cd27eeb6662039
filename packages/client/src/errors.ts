import type { ErrorCode, ErrorDetails, Generation, Speech } from './endpoints.js';

/** Base class of all errors of this package. */
export class MediaError extends Error {
  /** True if the same call can succeed later. */
  readonly retryable: boolean = false;
  /** `Retry-After` of the response, in milliseconds. */
  readonly retryAfterMs: number | null = null;
  /**
   * Idempotency-Key of the call; null if the call has no key. The service may have executed the
   * call although its response was lost: a call with this key is charged only once.
   */
  readonly idempotencyKey: string | null = null;

  override get name(): string {
    return this.constructor.name;
  }
}

/** The response is missing or incomplete: the connection failed or broke. */
export class ConnectionError extends MediaError {
  override readonly retryable = true;
}

/** A deadline of this client has passed. Accepted work continues. */
export class TimeoutError extends MediaError {
  override readonly retryable = true;
}

/** The response is not from the API, such as the error page of a proxy. */
export class UnexpectedResponseError extends MediaError {
  override readonly retryable: boolean;

  constructor(
    readonly status: number,
    /** Start of the body. */
    readonly body: string,
    override readonly retryAfterMs: number | null = null,
  ) {
    super(`The response has status ${status} and is not from the API: ${body.slice(0, 200)}`);
    this.retryable = isTemporary(status);
  }
}

/** A webhook request is not authentic, or is too old. */
export class SignatureError extends MediaError {}

/** A generation has failed or was cancelled. Its price was refunded. */
export class GenerationFailedError extends MediaError {
  readonly code: NonNullable<Generation['error']>['code'] | 'UNKNOWN';

  constructor(readonly generation: Generation) {
    super(generation.error?.message ?? `The generation is ${generation.status}.`);
    this.code = generation.error?.code ?? 'UNKNOWN';
  }
}

/** Speech has failed or was cancelled. Its price was refunded. */
export class SpeechFailedError extends MediaError {
  readonly code: NonNullable<Speech['error']>['code'] | 'UNKNOWN';

  constructor(readonly speech: Speech) {
    super(speech.error?.message ?? `The speech is ${speech.status}.`);
    this.code = speech.error?.code ?? 'UNKNOWN';
  }
}

/** Content of an error response. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: ErrorDetails | undefined;
  readonly request_id: string;
  readonly doc_url: string;
}

/**
 * The service responded with an error. A request with a 4xx status changed nothing and cost
 * nothing. After 5xx, repeat the call with `idempotencyKey`, because it may have been accepted.
 */
export class ApiError extends MediaError {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly requestId: string;
  readonly docUrl: string;
  override readonly retryable: boolean;
  override readonly retryAfterMs: number | null;

  constructor(
    refusal: Refusal,
    readonly status: number,
    { retryAfterMs, shouldRetry }: RetryAdvice,
  ) {
    super(refusal.message);
    this.code = refusal.code;
    this.details = refusal.details;
    this.requestId = refusal.request_id;
    this.docUrl = refusal.doc_url;
    this.retryable = shouldRetry ?? isTemporary(status);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Response headers about whether and when to repeat a request. */
export interface RetryAdvice {
  readonly retryAfterMs: number | null;
  /** The header `x-should-retry`; null if it is absent. */
  readonly shouldRetry: boolean | null;
}

/** Statuses of a proxy that cannot reach the service, or of a service that is not ready. */
const AWAY = [502, 503, 504];

/** Returns whether the service is unreachable, for example during a restart. */
export const isOutage = (error: MediaError): boolean =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  ('status' in error && AWAY.includes(error.status as number));

const isTemporary = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** A request is invalid. `details.issues` lists up to 50 problems, each with its path. */
export class ValidationError extends ApiError {}
export class UnauthorizedError extends ApiError {}
export class InsufficientCreditsError extends ApiError {}
export class SpendCapReachedError extends ApiError {}
export class ForbiddenError extends ApiError {}
export class AccountSuspendedError extends ApiError {}
export class PlanRequiredError extends ApiError {}
export class LimitReachedError extends ApiError {}
export class NotFoundError extends ApiError {}
export class MethodNotAllowedError extends ApiError {}
export class ConflictError extends ApiError {}
export class ContentBlockedError extends ApiError {}
export class RateLimitedError extends ApiError {}
export class ConcurrencyLimitError extends ApiError {}
export class InternalError extends ApiError {}
export class UnavailableError extends ApiError {}

/** The class of each error code; the compiler rejects a table with a missing code. */
export const ERROR_CLASSES = {
  VALIDATION_ERROR: ValidationError,
  UNAUTHORIZED: UnauthorizedError,
  INSUFFICIENT_CREDITS: InsufficientCreditsError,
  SPEND_CAP_REACHED: SpendCapReachedError,
  FORBIDDEN: ForbiddenError,
  ACCOUNT_SUSPENDED: AccountSuspendedError,
  PLAN_REQUIRED: PlanRequiredError,
  LIMIT_REACHED: LimitReachedError,
  NOT_FOUND: NotFoundError,
  METHOD_NOT_ALLOWED: MethodNotAllowedError,
  CONFLICT: ConflictError,
  CONTENT_BLOCKED: ContentBlockedError,
  RATE_LIMITED: RateLimitedError,
  CONCURRENCY_LIMIT: ConcurrencyLimitError,
  INTERNAL_ERROR: InternalError,
  UNAVAILABLE: UnavailableError,
} satisfies Record<ErrorCode, typeof ApiError>;
