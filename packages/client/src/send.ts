import { ConnectionError, isOutage, MediaError, TimeoutError } from './errors.js';
import type { CallOptions } from './input.js';
import { readResponse } from './read-response.js';
import { sleep } from './sleep.js';
import { fillPath, writeQuery } from './write-url.js';

/** Settings of a client, with their defaults. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  /** Undefined means that only the call's time limit bounds the retries during an outage. */
  readonly maxRetries: number | undefined;
}

/** Untyped parts of a request; the callers check their types. */
export interface SendOptions extends CallOptions {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** Statuses that the caller handles itself instead of a retry. */
  readonly finalStatuses?: readonly number[] | undefined;
}

/** Default number of retries, not counting retries during an outage. */
export const RETRIES = 5;
const FIRST_PAUSE_MS = 500;
const PAUSE_MAX_MS = 8_000;

/**
 * Sends a request. Repeats it with the same Idempotency-Key until it succeeds, is refused
 * permanently, or the time limit is reached.
 * @returns the parsed JSON, or a `Response` with an unread body
 * @throws {MediaError} with the Idempotency-Key, or the reason of the signal
 */
export async function send(
  settings: Settings,
  endpoint: string,
  options: SendOptions = {},
): Promise<unknown> {
  const { signal, finalStatuses, maxRetries = settings.maxRetries } = options;
  const { timeoutMs = settings.timeoutMs } = options;
  const { attemptTimeoutMs = settings.attemptTimeoutMs } = options;
  const deadline = Date.now() + timeoutMs;
  const { url, init, idempotencyKey } = buildRequest(settings, endpoint, options);
  let refusals = 0;
  for (let retries = 0; ; retries += 1) {
    signal?.throwIfAborted();
    const limitMs = Math.min(attemptTimeoutMs, deadline - Date.now());
    try {
      return await attempt(settings, endpoint, url, { ...init, signal: signal ?? null }, limitMs);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof MediaError)) throw error;
      Object.assign(error, { idempotencyKey });
      const isFinal = 'status' in error && finalStatuses?.includes(error.status as number);
      if (!isOutage(error)) refusals += 1;
      const isLast = maxRetries === undefined ? refusals > RETRIES : retries >= maxRetries;
      if (isFinal || isLast || !error.retryable) throw error;
      const pause = error.retryAfterMs ?? computeBackoff(retries);
      if (Date.now() + pause >= deadline) throw error;
      await sleep(pause, signal);
    }
  }
}

function buildRequest(
  { baseUrl, apiKey }: Settings,
  endpoint: string,
  { params = {}, query = {}, body, headers, idempotencyKey }: SendOptions,
): { url: string; init: RequestInit; idempotencyKey: string | null } {
  const [method = '', path = ''] = endpoint.split(' ');
  const url = baseUrl + fillPath(path, params) + writeQuery(query);
  const sent = {
    Accept: 'application/json',
    ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
    ...(method !== 'GET' && { 'Idempotency-Key': idempotencyKey ?? createKey() }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  };
  const init = {
    method,
    // The API does not redirect, and following a redirect would turn a POST into a GET.
    redirect: 'manual' as const,
    headers: sent,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  // Throws for a header that cannot be sent, before the first attempt.
  return { url, init, idempotencyKey: new Headers(sent).get('Idempotency-Key') };
}

/** Makes one attempt. Its deadline covers a JSON body, but not a stream. */
async function attempt(
  { fetch }: Settings,
  endpoint: string,
  url: string,
  init: RequestInit,
  limitMs: number,
): Promise<unknown> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
  try {
    return await readResponse(endpoint, await fetch(url, { ...init, signal }));
  } catch (error) {
    if (error instanceof MediaError) throw error;
    const what = `${init.method} ${url.replace(/\?.*/, '')}`;
    if (late.signal.aborted) {
      throw new TimeoutError(`${what} was not answered within ${limitMs} ms.`, { cause: error });
    }
    throw new ConnectionError(`${what} got no complete response.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Computes the backoff. It doubles with each retry, and half of it is random, so that clients do
 * not retry in step.
 */
function computeBackoff(retries: number): number {
  const pause = Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** retries);
  return pause * (0.5 + Math.random() / 2);
}

/** Creates a key of 128 random bits. `randomUUID` exists only on https and localhost. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
