import type { FakeOptions } from '../fake.js';

/** The options that a creator's account allows. */
export interface CreatorSettings {
  readonly privacyLevels: readonly string[];
  readonly commentDisabled: boolean;
  readonly duetDisabled: boolean;
  readonly stitchDisabled: boolean;
  readonly maxSeconds: number;
}

export interface TikTokFakeOptions extends FakeOptions {
  /** For every creator; by default a public account that allows everything. */
  readonly creator?: Partial<CreatorSettings>;
  /** An unaudited app can only post privately to the creator. Default: true */
  readonly isAudited?: boolean;
  /** URL prefixes whose ownership the app has verified; every URL by default. */
  readonly verifiedPrefixes?: readonly string[];
  /** How long after a post its public id is reported, milliseconds. Default: 0 */
  readonly idDelayMs?: number;
  /** Default: 6, as documented. */
  readonly initsPerMinute?: number;
}

export const PUBLIC_CREATOR: CreatorSettings = {
  privacyLevels: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
  commentDisabled: false,
  duetDisabled: false,
  stitchDisabled: false,
  maxSeconds: 600,
};
