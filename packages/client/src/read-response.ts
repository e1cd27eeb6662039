import {
  ApiError,
  ERROR_CLASSES,
  UnexpectedResponseError,
  type MediaError,
  type Refusal,
  type RetryAdvice,
} from './errors.js';
import type { EndpointName } from './input.js';
import type { Endpoints } from './endpoints.js';

const BODY_CHARACTERS = 1_000;

/** Endpoints with a stream or a file; the compiler rejects a table with a missing endpoint. */
const RAW_ENDPOINTS: Record<RawEndpoint, true> = {
  'GET /v1/generations/archive': true,
  'GET /v1/generations/{id}/events': true,
  'GET /v1/usage/export': true,
};

type RawEndpoint = {
  [Name in EndpointName]: Endpoints[Name]['response'] extends string ? Name : never;
}[EndpointName];

/**
 * Reads the response of an endpoint.
 * @returns the parsed JSON, or the response itself if the endpoint returns a stream or a file
 * @throws {MediaError} if the status is not 2xx, or the body is not JSON, such as a proxy's page
 */
export async function readResponse(endpoint: string, response: Response): Promise<unknown> {
  const isJson = response.headers.get('Content-Type')?.includes('json');
  if (response.ok && isJson) return response.json();
  if (response.ok && Object.hasOwn(RAW_ENDPOINTS, endpoint)) return response;
  throw await readError(response);
}

/** Returns the error that a response describes. */
export async function readError(response: Response): Promise<MediaError> {
  const text = await response.text();
  const advice = readAdvice(response.headers);
  const refusal = readRefusal(text);
  if (!refusal) {
    const start = text.slice(0, BODY_CHARACTERS);
    return new UnexpectedResponseError(response.status, start, advice.retryAfterMs);
  }
  // A later version of the service may have codes that this client does not know.
  const Known = Object.hasOwn(ERROR_CLASSES, refusal.code) ? ERROR_CLASSES[refusal.code] : ApiError;
  return new Known(refusal, response.status, advice);
}

function readRefusal(text: string): Refusal | null {
  try {
    const { error } = JSON.parse(text) as { readonly error?: Refusal };
    return typeof error?.code === 'string' ? error : null;
  } catch {
    return null;
  }
}

function readAdvice(headers: Headers): RetryAdvice {
  const should = headers.get('x-should-retry');
  return {
    retryAfterMs: parseRetryAfter(headers.get('Retry-After')),
    shouldRetry: should === null ? null : should === 'true',
  };
}

/**
 * Parses seconds or an HTTP date. Returns null for anything else, and for a time that is not in the
 * future: a client that repeats without a pause makes an outage worse.
 */
export function parseRetryAfter(text: string | null, now = Date.now()): number | null {
  if (!text) return null;
  const seconds = Number(text);
  const ms = Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1_000;
  return ms > 0 ? ms : null;
}
