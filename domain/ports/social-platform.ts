import type { Platform, PostForm } from '../catalogue/social-platforms.js';
import type { PlatformFailureKind, PostErrorCode } from '../catalogue/social-states.js';
import type { SocialSettings } from '../contract/social-settings.js';

/**
 * What a social platform offers. One adapter per platform implements it. No platform takes an
 * idempotency key, so a post is made in two parts: `draft` may be repeated and is invisible,
 * `commit` is sent at most once for one arming, and `reconcile` reads what became of it.
 */

/** The secrets of a connection. Times are Unix milliseconds; null means that none was told. */
export interface Tokens {
  readonly accessToken: string;
  readonly accessExpiresAt: number | null;
  /** Null where the platform has none: then the access token itself is prolonged. */
  readonly refreshToken: string | null;
  readonly refreshExpiresAt: number | null;
}

/** What the owner of an account has granted. */
export interface Grant {
  readonly tokens: Tokens;
  /** As the platform lists them; the owner may have left some out. */
  readonly scopes: readonly string[];
  /** Who it is on the platform: an id that stays when the name changes. */
  readonly remoteId: string;
  readonly username: string;
}

/** What an authorisation begins with (RFC 6749, RFC 7636). */
export interface AuthorizeAsk {
  readonly state: string;
  readonly redirectUri: string;
  /** SHA-256 of the verifier as base64url; platforms without PKCE leave it aside. */
  readonly challenge: string;
}

export interface CodeAnswer {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/** One picture or clip as the platform gets it. */
export interface PostItem {
  /** Public address without redirects, for platforms that fetch; of this attempt alone. */
  readonly url: string;
  readonly contentType: 'image/jpeg' | 'image/webp' | 'image/png' | 'video/mp4';
  /** Bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Null for a picture. */
  readonly durationMs: number | null;
  /** Bytes `start..end` inclusive. @throws when the object is gone */
  read(range: { start: number; end: number }): Promise<Buffer>;
}

/** What the adapter remembers between its calls: ids and addresses, small, without tokens. */
export type PlatformRefs = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** One post on one platform. */
export interface PublishJob {
  readonly accessToken: string;
  /** Who posts: `Grant.remoteId` and `Grant.username`. */
  readonly remoteId: string;
  readonly username: string;
  readonly form: PostForm;
  readonly items: readonly PostItem[];
  /** Trimmed to the limit of the platform; empty for none. */
  readonly text: string;
  /** YouTube and photos on TikTok. */
  readonly title: string | null;
  readonly settings: SocialSettings;
  /** Public id of the post, for what the platform lets us name. */
  readonly postId: string;
  readonly refs: PlatformRefs;
  /** Stores refs beside those that are there, before anything else is done. */
  keep(refs: PlatformRefs): Promise<void>;
  /** When this attempt was armed, Unix milliseconds; null before. */
  readonly armedAt: number | null;
  /** Whether anybody has fetched a picture of this attempt from `items[].url`. */
  wasFetched(): Promise<boolean>;
  readonly signal: AbortSignal;
}

export type DraftState =
  /** Nothing but `commit` is left. */
  { readonly state: 'ready' } | { readonly state: 'waiting'; readonly waitMs: number };

export type PublishState =
  /** `url` is null where the platform has not told it yet; `findUrl` may find it later. */
  | {
      readonly state: 'published';
      readonly remotePostId: string | null;
      readonly url: string | null;
    }
  /** The platform still works on it, or cannot show it yet. */
  | { readonly state: 'pending'; readonly waitMs: number }
  /** Certainly not live. The same draft may be committed again, unless `draftAgain` is set. */
  | { readonly state: 'not_published'; readonly draftAgain?: true };

export interface SocialPlatform {
  readonly name: Platform;
  authorizeUrl(ask: AuthorizeAsk): string;
  /** One code is exchanged once, with all calls that this takes. @throws {PlatformFailure} */
  exchangeCode(answer: CodeAnswer, signal: AbortSignal): Promise<Grant>;
  /**
   * New tokens. Those before may be dead as soon as the platform has answered.
   * @throws {PlatformFailure} `reauth` only when the platform says that the grant is over
   */
  refreshTokens(tokens: Tokens, signal: AbortSignal): Promise<Tokens>;
  /** Absent where the platform offers none. Best effort. */
  revoke?(tokens: Tokens, signal: AbortSignal): Promise<void>;
  /**
   * The next part of what comes before publishing: quota, uploads, containers, their processing.
   * Goes on from `refs`; may be called again after any failure.
   * @throws {PlatformFailure}
   */
  draft(job: PublishJob): Promise<DraftState>;
  /**
   * The call that publishes. Sent once for one arming.
   * @throws {PlatformFailure} `unknown_outcome` when nobody knows; other kinds only when nothing
   * was published for certain
   */
  commit(job: PublishJob): Promise<PublishState>;
  /**
   * Reads what became of the commit. Changes nothing on the platform.
   * @throws {PlatformFailure} of the read itself, or `permanent` when the platform says that the
   * post has failed for good
   */
  reconcile(job: PublishJob): Promise<PublishState>;
  /** The address of a post that is live. Best effort: null when there is none yet. */
  findUrl?(job: PublishJob, remotePostId: string | null): Promise<string | null>;
}

/** A failed call of a platform, in the words of no platform. */
export class PlatformFailure extends Error {
  constructor(
    readonly kind: PlatformFailureKind,
    /** What callers are told if this ends the post. */
    readonly code: PostErrorCode,
    /** For operators, such as `190/463`; never a token, a text of a caller or a body. */
    readonly platformCode: string,
    /** Unix milliseconds: no call before; of `rate_limited` and `quota`. */
    readonly until: number | null = null,
  ) {
    super(`${kind} ${platformCode}`);
    this.name = 'PlatformFailure';
  }
}
