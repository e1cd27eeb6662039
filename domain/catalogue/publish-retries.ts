import type { Platform } from './social-platforms.js';
import type { PlatformFailureKind } from './social-states.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface RetryRow {
  /** Waits before each retry. After the last one, the platform has failed. */
  readonly delaysMs: readonly number[];
  /** If set, a retry waits for the time that the platform named, if it is within this limit. */
  readonly untilMsMax?: number;
  /** Discard the prepared draft first. */
  readonly draftAgain?: true;
}

const NEVER: RetryRow = { delaysMs: [] };

/** The reaction to a failure while it is certain that nothing was published. */
export const PUBLISH_RETRIES: Readonly<Record<PlatformFailureKind, RetryRow>> = {
  retry: { delaysMs: [2, 5, 15, 45, 120].map((seconds) => seconds * SECOND) },
  new_draft: { delaysMs: [1, 20].map((seconds) => seconds * SECOND), draftAgain: true },
  rate_limited: {
    delaysMs: [15, 30, 60, 120, 240].map((seconds) => seconds * SECOND),
    untilMsMax: 15 * MINUTE,
  },
  // A short wait is useful. Waiting until the next day would leave callers without an outcome.
  quota: { delaysMs: [MINUTE], untilMsMax: 15 * MINUTE },
  unauthorized: NEVER,
  reauth: NEVER,
  permanent: NEVER,
  misconfigured: NEVER,
  // Equal to `retry` for a step that does not publish. A commit is checked, never repeated.
  unknown_outcome: { delaysMs: [2, 5, 15, 45, 120].map((seconds) => seconds * SECOND) },
};

/**
 * The wait before the next try. Pure.
 * @param tries earlier failures of this kind
 * @returns null if the platform has failed
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

/** Maximum armings of a publication: the second one only if the first published nothing. */
export const ARMS_MAX = 2;
/** Maximum retries of a commit that was not sent, per arming. */
export const UNSENT_MAX = 5;
/** Maximum duration of a commit, including the answer. Stopping workers wait for it too. */
export const COMMIT_MS_MAX = 60 * SECOND;
/** After this time a post no longer waits for others to the same account. */
export const LANE_MS_MAX = 10 * MINUTE;
/** Waits for the lease of an account; the last one repeats. */
export const LANE_DELAYS_MS = [1, 2, 4, 8, 15].map((seconds) => seconds * SECOND);

/** Polling intervals for the outcome of a commit, unless the platform asks for longer ones. */
export const LOOK_DELAYS_MS = [3, 5, 10, 20, 30, 60].map((seconds) => seconds * SECOND);
/** After this time without a certain answer, the outcome counts as unknown. */
export const LOOK_MS_MAX: Readonly<Record<Platform, number>> = {
  instagram: 30 * MINUTE,
  threads: 30 * MINUTE,
  // Photos are fetched by TikTok whenever it likes to.
  tiktok: 60 * MINUTE,
  youtube: 30 * MINUTE,
  twitter: 10 * MINUTE,
};

/** Polls after the end of a post with an unknown outcome; the last one is 24 hours later. */
export const LATE_LOOKS_MS = [
  10 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
];
/** Polls for the address of a published post; the last one is 30 days later. */
export const URL_LOOKS_MS = [
  ...[1, 2, 5, 15, 15, 15].map((minutes) => minutes * MINUTE),
  ...Array.from({ length: 23 }, () => HOUR),
  ...Array.from({ length: 29 }, () => DAY),
];

/** An entry of a list of waits. The last one applies to all further attempts. */
export const pickWait = (delaysMs: readonly number[], tries: number): number =>
  delaysMs[Math.min(tries, delaysMs.length - 1)] ?? 0;
