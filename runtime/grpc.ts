/** Numbers by which Temporal's server tells why it has refused a call. */
export const NOT_FOUND = 5;
export const FAILED_PRECONDITION = 9;
/** Those that mean no answer: CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE. */
const NO_ANSWER: readonly unknown[] = [1, 4, 14];

interface GrpcError {
  readonly code?: unknown;
  readonly details?: string;
  /** The SDK wraps some answers of the server in an error of its own. */
  readonly cause?: unknown;
}

/** What the server said. */
export function readGrpc(error: unknown): Pick<GrpcError, 'code' | 'details'> {
  const { code, details, cause } = error as GrpcError;
  return code === undefined && cause instanceof Error ? readGrpc(cause) : { code, details };
}

/** Whether there was no answer, so that nobody knows what the server has done. */
export function isNoAnswer(error: unknown): boolean {
  const { code, cause } = error as GrpcError;
  return NO_ANSWER.includes(code) || (cause instanceof Error && isNoAnswer(cause));
}
