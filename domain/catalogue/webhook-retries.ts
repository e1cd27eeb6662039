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
