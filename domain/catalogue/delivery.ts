/** How an event is delivered: figures as data, and the pure rules on them. */

const MINUTE_MS = 60_000;

/** Waits after a failed attempt, from the moment it was sent: 1, 5, 30, 120, 360 and 720 minutes. */
export const RETRY_DELAYS_MS: readonly number[] = [1, 5, 30, 120, 360, 720].map(
  (minutes) => minutes * MINUTE_MS,
);
export const ATTEMPTS_MAX = RETRY_DELAYS_MS.length + 1;

/** For everything of one attempt: name, connection, TLS, headers and body. */
export const ATTEMPT_DEADLINE_MS = 10_000;
/** How much of an answer is read before the connection is closed, and how much of it is kept. */
export const ANSWER_BYTES_MAX = 16_384;
export const EXCERPT_CHARACTERS = 1_024;

/** After a rotation the previous secret signs as well, for so long. */
export const SECRET_OVERLAP_MS = 24 * 60 * MINUTE_MS;
/** Deliveries and events are kept so long, and the log shows the newest of them. */
export const RETENTION_DAYS = 30;
export const LOG_LENGTH = 50;

/** `pending` and `delivering` are open; the others are final. */
export const DELIVERY_STATUSES = [
  'pending',
  'delivering',
  'delivered',
  'failed',
  'cancelled',
  'skipped',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * Why an attempt failed: what `last_error` can say, and what to do about it. Each stands for a request
 * that was sent, or that failed on its way out: while the name was looked up or the connection made.
 */
export const DELIVERY_ERRORS = {
  timeout: 'No answer within 10 seconds. Answer first, then work in the background.',
  dns: 'The host name has no address. Check the URL and the name servers of its domain.',
  connect: 'Nothing accepted the connection. Check that the server runs and its firewall.',
  tls: 'The certificate is not valid for the host, or its chain is incomplete.',
  blocked_address: 'The host leads to an address that is not public, or the URL is not https.',
  redirect: 'The answer was a redirect, which is never followed. Register the final URL.',
  http_status: 'The answer was not 2xx: see `last_status` and the excerpt of the answer.',
  reset: 'The connection broke, or what came back was not HTTP.',
} as const satisfies Record<string, string>;

export type DeliveryError = keyof typeof DELIVERY_ERRORS;

/** No longer written; rows of earlier versions can hold them until they are 30 days old. */
export const PAST_DELIVERY_ERRORS = {
  endpoint_unavailable:
    'Only in deliveries of earlier versions: no request was sent, because earlier ones hung.',
} as const satisfies Record<string, string>;

/** What a row can hold. */
export type NotedDeliveryError = DeliveryError | keyof typeof PAST_DELIVERY_ERRORS;

/** Statuses whose Retry-After is heeded. */
const POSTPONING: readonly (number | null)[] = [429, 503];

/**
 * The wait after a failed attempt. A Retry-After of 429 and 503 may postpone the next attempt, to
 * twice the wait at most, and never hastens it.
 * @param attempt number of the attempt that failed, from 1
 * @param retryAfterMs what the answer asked for, from when the attempt was sent; null for nothing
 * @returns milliseconds from when the attempt was sent, or null when it was the last one
 */
export function retryDelayMs(
  attempt: number,
  status: number | null,
  retryAfterMs: number | null,
): number | null {
  const step = RETRY_DELAYS_MS[attempt - 1];
  if (step === undefined) return null;
  const asked = POSTPONING.includes(status) ? (retryAfterMs ?? 0) : 0;
  return Math.min(Math.max(step, asked), 2 * step);
}

/**
 * Reads a Retry-After header: seconds or an HTTP date (RFC 9110, 10.2.3).
 * @returns milliseconds from `now`, or null when it says nothing of use
 */
export function readRetryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
