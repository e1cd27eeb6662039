import type { Platform } from './social-platforms.js';

/** A limit that the platform's API does not report, so this service counts. */
export interface LimitRow {
  readonly platform: Platform;
  /** The step that is counted: a draft's first call, or arming before a commit. */
  readonly step: 'draft' | 'commit';
  /** Whether all accounts share the limit, or each account has a separate one. */
  readonly scope: 'app' | 'account';
  readonly max: number;
  readonly window:
    | { readonly everyMs: number }
    /** Period from midnight to midnight in this time zone. */
    | { readonly dayOf: 'America/Los_Angeles' };
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Limits from the platforms' documentation of November 2026. */
export const SOCIAL_LIMITS: readonly LimitRow[] = [
  {
    platform: 'youtube',
    step: 'draft',
    scope: 'app',
    max: 100,
    window: { dayOf: 'America/Los_Angeles' },
  },
  { platform: 'tiktok', step: 'draft', scope: 'account', max: 6, window: { everyMs: MINUTE } },
  {
    platform: 'twitter',
    step: 'commit',
    scope: 'account',
    max: 100,
    window: { everyMs: 15 * MINUTE },
  },
  { platform: 'twitter', step: 'commit', scope: 'app', max: 10_000, window: { everyMs: DAY } },
];

/** Builds the name of a limit's counter. */
export const describeSocialLimit = (
  { platform, step, scope }: LimitRow,
  remoteId: string,
): string => [platform, step, scope === 'app' ? 'app' : `account ${remoteId}`].join('/');
