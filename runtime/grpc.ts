/** gRPC status codes of calls that Temporal's server rejects. */
export const NOT_FOUND = 5;
export const FAILED_PRECONDITION = 9;
/** Status codes that mean there was no response: CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE. */
const NO_ANSWER: readonly unknown[] = [1, 4, 14];

interface GrpcError {
  readonly code?: unknown;
  readonly details?: string;
  /** The SDK wraps some server errors in its own error type, with the original as the cause. */
  readonly cause?: unknown;
}

/** Reads a server error's status code and details. */
export function readGrpc(error: unknown): Pick<GrpcError, 'code' | 'details'> {
  const { code, details, cause } = error as GrpcError;
  return code === undefined && cause instanceof Error ? readGrpc(cause) : { code, details };
}

/**
 * Returns whether the server did not respond, so that it is unknown whether it executed the call.
 */
export function isNoAnswer(error: unknown): boolean {
  const { code, cause } = error as GrpcError;
  return NO_ANSWER.includes(code) || (cause instanceof Error && isNoAnswer(cause));
}
