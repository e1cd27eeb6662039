import type { Platform } from './social-platforms.js';
import type { PlatformFailureKind } from './social-states.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface RetryRow {
  /** Waits before each new try; after the last one the platform is given up. */
  readonly delaysMs: readonly number[];
  /** Set: a try waits for the moment that the platform named, if that comes within this time. */
  readonly untilMsMax?: number;
  /** What was prepared is thrown away first. */
  readonly draftAgain?: true;
}

const NEVER: RetryRow = { delaysMs: [] };

/** What a failure leads to as long as certainly nothing was published. */
export const PUBLISH_RETRIES: Readonly<Record<PlatformFailureKind, RetryRow>> = {
  retry: { delaysMs: [2, 5, 15, 45, 120].map((seconds) => seconds * SECOND) },
  new_draft: { delaysMs: [1, 20].map((seconds) => seconds * SECOND), draftAgain: true },
  rate_limited: {
    delaysMs: [15, 30, 60, 120, 240].map((seconds) => seconds * SECOND),
    untilMsMax: 15 * MINUTE,
  },
  // A short wait is worth it; the next day is not, since callers could not tell what is going on.
  quota: { delaysMs: [MINUTE], untilMsMax: 15 * MINUTE },
  unauthorized: NEVER,
  reauth: NEVER,
  permanent: NEVER,
  misconfigured: NEVER,
  // Of a step that does not publish it is as good as `retry`; a commit is read, never repeated.
  unknown_outcome: { delaysMs: [2, 5, 15, 45, 120].map((seconds) => seconds * SECOND) },
};

/**
 * The wait before the next try. Pure.
 * @param tries failures of this kind before
 * @returns null when the platform is given up
 */
export function nextDelayMs(
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

/** A publication is armed so often at most: the second time only if the first published nothing. */
export const ARMS_MAX = 2;
/** A commit of one arming that was not even sent is tried again so often. */
export const UNSENT_MAX = 5;
/** The longest commit, answer included. Workers that stop wait for it, too. */
export const COMMIT_MS_MAX = 60 * SECOND;
/** After this time a post no longer waits for others to the same account. */
export const LANE_MS_MAX = 10 * MINUTE;
/** Waits for the lane of an account; the last one repeats. */
export const LANE_DELAYS_MS = [1, 2, 4, 8, 15].map((seconds) => seconds * SECOND);

/** Waits between two looks at what became of a commit, unless the platform asks for more. */
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

/** Looks after the end at a post whose outcome is unknown: the last one 24 hours later. */
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
/** Looks for the address of a post that is out: the last one 30 days later. */
export const URL_LOOKS_MS = [
  ...[1, 2, 5, 15, 15, 15].map((minutes) => minutes * MINUTE),
  ...Array.from({ length: 23 }, () => HOUR),
  ...Array.from({ length: 29 }, () => DAY),
];

/** An entry of a list of waits; the last one is that of all further tries. */
export const waitOf = (delaysMs: readonly number[], tries: number): number =>
  delaysMs[Math.min(tries, delaysMs.length - 1)] ?? 0;
