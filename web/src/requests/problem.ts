/** A failed request as the user sees it. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  /** Time from which a repeated request can succeed; null if it is unknown. */
  readonly retryAt: number | null;
  readonly requestId: string | null;
  readonly docUrl: string | null;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

interface ErrorBody {
  readonly retryAt?: number;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly request_id?: string;
    readonly doc_url?: string;
    readonly details?: { readonly issues?: Problem['issues'] };
  };
}

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === 'object' &&
  value !== null &&
  'error' in value &&
  typeof value.error === 'object' &&
  value.error !== null &&
  'code' in value.error;

/** Advice for programs, which the pages replace by a countdown. */
const FOR_PROGRAMS = /[^.]*`Retry-After`[^.]*\./;

/** Reads a thrown error: the body of an error response, or a network failure. */
export function readProblem(thrown: unknown): Problem {
  if (isErrorBody(thrown)) {
    const { code, message, request_id: requestId, doc_url: docUrl, details } = thrown.error;
    const retryAt = thrown.retryAt ?? null;
    return {
      code,
      message: retryAt === null ? message : message.replace(FOR_PROGRAMS, '').trim(),
      retryAt,
      requestId: requestId ?? null,
      docUrl: docUrl ?? null,
      issues: details?.issues ?? [],
    };
  }
  return {
    code: 'NETWORK_ERROR',
    message: 'No response from the server. Check your connection and try again.',
    retryAt: null,
    requestId: null,
    docUrl: null,
    issues: [],
  };
}

export const isSignedOut = (thrown: unknown): boolean =>
  readProblem(thrown).code === 'UNAUTHORIZED';

/**
 * Only network failures and server errors are retried, because a refused request would be refused
 * again.
 */
export const isWorthRetrying = (thrown: unknown): boolean =>
  ['NETWORK_ERROR', 'UNAVAILABLE', 'INTERNAL_ERROR'].includes(readProblem(thrown).code);
