import type { Platform } from './social-platforms.js';
import type { PlatformFailureKind } from './social-states.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface RetryRow {
  /** Waits before each retry. After the last retry, the post on this platform has failed. */
  readonly delaysMs: readonly number[];
  /**
   * If set, a retry waits until the time that the platform gave, unless the wait exceeds this
   * limit.
   */
  readonly untilMsMax?: number;
  /** Whether to discard the prepared draft before the retry. */
  readonly draftAgain?: true;
}

const NEVER: RetryRow = { delaysMs: [] };

/** Reactions to a failure when it is certain that nothing was published. */
export const PUBLISH_RETRIES: Readonly<Record<PlatformFailureKind, RetryRow>> = {
  retry: { delaysMs: [2, 5, 15, 45, 120].map((seconds) => seconds * SECOND) },
  new_draft: { delaysMs: [1, 20].map((seconds) => seconds * SECOND), draftAgain: true },
  rate_limited: {
    delaysMs: [15, 30, 60, 120, 240].map((seconds) => seconds * SECOND),
    untilMsMax: 15 * MINUTE,
  },
  // A short wait is useful. A wait until the next day would leave callers without an outcome.
  quota: { delaysMs: [MINUTE], untilMsMax: 15 * MINUTE },
  unauthorized: NEVER,
  reauth: NEVER,
  permanent: NEVER,
  misconfigured: NEVER,
  // Treated like `retry` for a step that does not publish. A commit is checked, never repeated.
  unknown_outcome: { delaysMs: [2, 5, 15, 45, 120].map((seconds) => seconds * SECOND) },
};

/**
 * Computes the wait before the next try. Pure.
 * @param tries earlier failures of this kind
 * @returns null if the post on this platform has failed
 */
export function computeRetryDelay(
  { kind, until }: { readonly kind: PlatformFailureKind; readonly until: number | null },
  tries: number,
  now: number,
): number | null {
  const { delaysMs, untilMsMax }: RetryRow = PUBLISH_RETRIES[kind];
  const delay = delaysMs[tries];
  if (delay === undefined) return null;
  if (untilMsMax === undefined || until === null) return kind === 'quota' ? null : delay;
  const wait = Math.max(SECOND, until - now);
  return wait <= untilMsMax ? wait : null;
}

/**
 * Maximum times that a publication is armed. The second time only follows if nothing was published.
 */
export const ARMS_MAX = 2;
/** Maximum retries of a commit that was not sent, each time the publication is armed. */
export const UNSENT_MAX = 5;
/** Maximum duration of a commit, including the response. Stopping workers wait for it too. */
export const COMMIT_MS_MAX = 60 * SECOND;
/** Maximum time that a post waits for other posts to the same account. */
export const LEASE_WAIT_MS_MAX = 10 * MINUTE;
/** Waits for an account's lease; the last wait repeats. */
export const LEASE_DELAYS_MS = [1, 2, 4, 8, 15].map((seconds) => seconds * SECOND);

/** Polling intervals for a commit's outcome, unless the platform requests longer ones. */
export const POLL_DELAYS_MS = [3, 5, 10, 20, 30, 60].map((seconds) => seconds * SECOND);
/**
 * Maximum time to poll without a conclusive response; after that, the outcome counts as unknown.
 */
export const POLL_MS_MAX: Readonly<Record<Platform, number>> = {
  instagram: 30 * MINUTE,
  threads: 30 * MINUTE,
  // TikTok fetches photos at a time of its choice.
  tiktok: 60 * MINUTE,
  youtube: 30 * MINUTE,
  twitter: 10 * MINUTE,
};

/**
 * Times of polls after a post has ended with an unknown outcome; the last one is 24 hours later.
 */
export const LATE_POLLS_MS = [
  10 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
];
/** Times of polls for a published post's address; the last one is 30 days later. */
export const URL_POLLS_MS = [
  ...[1, 2, 5, 15, 15, 15].map((minutes) => minutes * MINUTE),
  ...Array.from({ length: 23 }, () => HOUR),
  ...Array.from({ length: 29 }, () => DAY),
];

/** Returns an entry of a list of waits. The last entry applies to all further attempts. */
export const pickWait = (delaysMs: readonly number[], tries: number): number =>
  delaysMs[Math.min(tries, delaysMs.length - 1)] ?? 0;
