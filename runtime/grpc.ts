/** gRPC status codes with which Temporal's server refuses a call. */
export const NOT_FOUND = 5;
export const FAILED_PRECONDITION = 9;
/** Status codes that mean no answer: CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE. */
const NO_ANSWER: readonly unknown[] = [1, 4, 14];

interface GrpcError {
  readonly code?: unknown;
  readonly details?: string;
  /** The SDK wraps some server errors in its own error. */
  readonly cause?: unknown;
}

/** Reads the status code and details of a server error. */
export function readGrpc(error: unknown): Pick<GrpcError, 'code' | 'details'> {
  const { code, details, cause } = error as GrpcError;
  return code === undefined && cause instanceof Error ? readGrpc(cause) : { code, details };
}

/** Whether there was no answer, so that it is unknown if the server executed the call. */
export function isNoAnswer(error: unknown): boolean {
  const { code, cause } = error as GrpcError;
  return NO_ANSWER.includes(code) || (cause instanceof Error && isNoAnswer(cause));
}
