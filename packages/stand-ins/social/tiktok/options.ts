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
  /** Settings for every creator; by default a public account that allows everything. */
  readonly creator?: Partial<CreatorSettings>;
  /**
   * Whether the app is audited; true by default. An unaudited app can only post privately to the
   * creator.
   */
  readonly isAudited?: boolean;
  /** URL prefixes whose ownership the app has verified; every URL by default. */
  readonly verifiedPrefixes?: readonly string[];
  /** Milliseconds between a post and the report of its public id; 0 by default. */
  readonly idDelayMs?: number;
  /** Maximum number of inits per minute; 6 by default, as documented. */
  readonly initsPerMinute?: number;
}

export const PUBLIC_CREATOR: CreatorSettings = {
  privacyLevels: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
  commentDisabled: false,
  duetDisabled: false,
  stitchDisabled: false,
  maxSeconds: 600,
};
