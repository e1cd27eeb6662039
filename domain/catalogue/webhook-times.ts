/** Retry times of an event, an attempt's limits, and the retention of secrets and deliveries. */

const MINUTE_MS = 60_000;

/**
 * Waits from the start of a failed attempt to the next attempt: 1, 5, 30, 120, 360 and 720 minutes.
 */
export const RETRY_DELAYS_MS: readonly number[] = [1, 5, 30, 120, 360, 720].map(
  (minutes) => minutes * MINUTE_MS,
);
export const ATTEMPTS_MAX = RETRY_DELAYS_MS.length + 1;

/** Time limit of a whole attempt: name resolution, connection, TLS, headers and body. */
export const ATTEMPT_DEADLINE_MS = 10_000;
/** Maximum bytes of a response that are read and kept before the connection is closed. */
export const ANSWER_BYTES_MAX = 16_384;
export const EXCERPT_CHARACTERS = 1_024;

/** Time in milliseconds that the previous secret still signs after a rotation. */
export const SECRET_OVERLAP_MS = 24 * 60 * MINUTE_MS;
/** Retention of deliveries and events in days. */
export const RETENTION_DAYS = 30;
