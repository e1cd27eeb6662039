import type { FakeOptions } from '../fake.js';

/** What a creator's account allows. */
export interface CreatorSettings {
  readonly privacyLevels: readonly string[];
  readonly commentDisabled: boolean;
  readonly duetDisabled: boolean;
  readonly stitchDisabled: boolean;
  readonly maxSeconds: number;
}

export interface TikTokFakeOptions extends FakeOptions {
  /** Of every creator; a public account that allows all of it unless set. */
  readonly creator?: Partial<CreatorSettings>;
  /** An app that is not audited posts for the creator's own eyes alone. Default: true */
  readonly isAudited?: boolean;
  /** Prefixes of addresses that the app has proved to own; every address unless set. */
  readonly verifiedPrefixes?: readonly string[];
  /** How long after a post its public id is told, milliseconds. Default: 0 */
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
