/** When an event is retried, and the time limit of an attempt. */

const MINUTE_MS = 60_000;

/**
 * Waits from the start of a failed attempt to the next one: 1, 5, 30, 120, 360 and 720 minutes.
 */
export const RETRY_DELAYS_MS: readonly number[] = [1, 5, 30, 120, 360, 720].map(
  (minutes) => minutes * MINUTE_MS,
);
export const ATTEMPTS_MAX = RETRY_DELAYS_MS.length + 1;

/** Time limit of a whole attempt: name resolution, connection, TLS, headers and body. */
export const ATTEMPT_DEADLINE_MS = 10_000;
/** Bytes of an answer that are read before the connection is closed, and that are kept. */
export const ANSWER_BYTES_MAX = 16_384;
export const EXCERPT_CHARACTERS = 1_024;
