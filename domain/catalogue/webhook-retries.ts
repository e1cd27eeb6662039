/** When an event is sent again, and how long one attempt may take. */

const MINUTE_MS = 60_000;

/**
 * Waits after a failed attempt, from the moment it was sent: 1, 5, 30, 120, 360 and 720 minutes.
 */
export const RETRY_DELAYS_MS: readonly number[] = [1, 5, 30, 120, 360, 720].map(
  (minutes) => minutes * MINUTE_MS,
);
export const ATTEMPTS_MAX = RETRY_DELAYS_MS.length + 1;

/** For everything of one attempt: name, connection, TLS, headers and body. */
export const ATTEMPT_DEADLINE_MS = 10_000;
/** How much of an answer is read before the connection is closed, and how much of it is kept. */
export const ANSWER_BYTES_MAX = 16_384;
export const EXCERPT_CHARACTERS = 1_024;

/** Statuses whose Retry-After counts. */
const POSTPONING: readonly (number | null)[] = [429, 503];

/**
 * The wait after a failed attempt. With 429 and 503 a Retry-After may make the next attempt later,
 * up to twice the wait, but never earlier.
 * @param delayMs the wait as planned; null after the last attempt
 * @param retryAfterMs what the answer asked for, from when the attempt was sent; null for nothing
 * @returns milliseconds from when the attempt was sent, or null when it was the last one
 */
export function retryDelayMs(
  delayMs: number | null,
  status: number | null,
  retryAfterMs: number | null,
): number | null {
  if (delayMs === null) return null;
  const asked = POSTPONING.includes(status) ? (retryAfterMs ?? 0) : 0;
  return Math.min(Math.max(delayMs, asked), 2 * delayMs);
}

/**
 * Reads a Retry-After header: seconds or an HTTP date (RFC 9110, 10.2.3).
 * @returns milliseconds from `now`, or null when it tells no time
 */
export function readRetryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
