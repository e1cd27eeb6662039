import { APICallError } from '@ai-sdk/provider';
import { ApiError, GenerationFailedError, MediaError, UnexpectedResponseError } from '../errors.js';

/** The URL and the ids of a call, for its errors. */
interface Place {
  readonly url: string;
  readonly request?: object | undefined;
  readonly generationId?: string | undefined;
}

/**
 * Runs a part of a call.
 * @throws {APICallError} instead of the client's errors
 */
export async function callAt<T>(place: Place, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof MediaError ? toApiCallError(error, place) : error;
  }
}

/**
 * Converts an error of the client to one that the SDK does not retry: its retry would have a new
 * key and be charged again. The client has already retried.
 */
function toApiCallError(error: MediaError, { url, request = {}, generationId }: Place): unknown {
  const { retryAfterMs, idempotencyKey } = error;
  const body = readBody(error);
  return new APICallError({
    message: describe(error),
    url,
    requestBodyValues: request,
    ...('status' in error && { statusCode: error.status as number }),
    ...(retryAfterMs !== null && {
      responseHeaders: { 'retry-after': `${Math.ceil(retryAfterMs / 1_000)}` },
    }),
    ...(body !== null && { responseBody: body }),
    data: { ...readDetails(error), idempotencyKey, generationId },
    cause: error,
    isRetryable: false,
  });
}

function describe(error: MediaError): string {
  if (error instanceof GenerationFailedError) {
    const { id, refunded_credits: refunded } = error.generation;
    return `${error.code}: ${error.message} ${id}, ${refunded} credits refunded.`;
  }
  const issues = (error instanceof ApiError && error.details?.issues) || [];
  return [error.message, ...issues.map(({ path, message }) => `${path}: ${message}`)].join('\n');
}

function readBody(error: MediaError): string | null {
  if (error instanceof ApiError) return JSON.stringify({ error: readDetails(error) });
  return error instanceof UnexpectedResponseError ? error.body : null;
}

function readDetails(error: MediaError): object {
  if (error instanceof GenerationFailedError) {
    const { credits, refunded_credits: refundedCredits } = error.generation;
    return { code: error.code, credits, refundedCredits };
  }
  if (!(error instanceof ApiError)) return {};
  const { code, message, details, requestId, docUrl } = error;
  return { code, message, details, requestId, docUrl };
}
