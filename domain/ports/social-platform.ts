import type { Platform, PostForm } from '../catalogue/social-platforms.js';
import type { PlatformFailureKind, PostErrorCode } from '../catalogue/social-states.js';
import type { SocialSettings } from '../contract/social-settings.js';

/**
 * The interface of a social platform, with one adapter per platform. No platform accepts an
 * idempotency key, so a post has two parts: `draft` may be repeated and is invisible, `commit` is
 * sent at most once per arming, and `reconcile` reads its outcome.
 */

/** The secrets of a connection. Times are Unix milliseconds; null when the platform gave none. */
export interface Tokens {
  readonly accessToken: string;
  readonly accessExpiresAt: number | null;
  /** Null where the platform has none: then the access token itself is extended. */
  readonly refreshToken: string | null;
  readonly refreshExpiresAt: number | null;
}

/** The permissions granted by the owner of an account. */
export interface Grant {
  readonly tokens: Tokens;
  /** As listed by the platform; the owner may have deselected some. */
  readonly scopes: readonly string[];
  /** A stable id of the account on the platform; the name may change. */
  readonly remoteId: string;
  readonly username: string;
}

/** Parameters that start an authorization (RFC 6749, RFC 7636). */
export interface AuthorizationRequest {
  readonly state: string;
  readonly redirectUri: string;
  /** SHA-256 of the verifier as base64url; ignored by platforms without PKCE. */
  readonly challenge: string;
}

export interface CodeAnswer {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/** One picture or clip as sent to the platform. */
export interface PostItem {
  /** Public URL without redirects, for platforms that fetch; unique to this attempt. */
  readonly url: string;
  readonly contentType: 'image/jpeg' | 'image/webp' | 'image/png' | 'video/mp4';
  /** Bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Null for a picture. */
  readonly durationMs: number | null;
  /** Bytes `start..end` inclusive. @throws when the object no longer exists */
  read(range: { start: number; end: number }): Promise<Buffer>;
}

/** State that the adapter keeps between its calls: small ids and URLs, no tokens. */
export type PlatformRefs = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** One post on one platform. */
export interface PublishJob {
  readonly accessToken: string;
  /** The posting account: `Grant.remoteId` and `Grant.username`. */
  readonly remoteId: string;
  readonly username: string;
  readonly form: PostForm;
  readonly items: readonly PostItem[];
  /** Cut to the platform's limit; may be empty. */
  readonly text: string;
  /** For YouTube, and for photos on TikTok. */
  readonly title: string | null;
  readonly settings: SocialSettings;
  /** Public id of the post, for platforms that accept a name. */
  readonly postId: string;
  readonly refs: PlatformRefs;
  /** Stores refs in addition to the existing ones, before anything else happens. */
  keep(refs: PlatformRefs): Promise<void>;
  /** When this attempt was armed, Unix milliseconds; null before. */
  readonly armedAt: number | null;
  /** Whether any picture of this attempt was fetched from `items[].url`. */
  hasBeenFetched(): Promise<boolean>;
  readonly signal: AbortSignal;
}

export type DraftState =
  /** Only `commit` remains. */
  { readonly state: 'ready' } | { readonly state: 'waiting'; readonly waitMs: number };

export type PublishState =
  /** `url` is null until the platform reports it; `findUrl` may find it later. */
  | {
      readonly state: 'published';
      readonly remotePostId: string | null;
      readonly url: string | null;
    }
  /** The platform is still processing the post, or cannot show it yet. */
  | { readonly state: 'pending'; readonly waitMs: number }
  /** Definitely not live. The same draft may be committed again, unless `draftAgain` is set. */
  | { readonly state: 'not_published'; readonly draftAgain?: true };

export interface SocialPlatform {
  readonly name: Platform;
  authorizeUrl(ask: AuthorizationRequest): string;
  /** Exchanges a code, once, with all calls that this takes. @throws {PlatformFailure} */
  exchangeCode(answer: CodeAnswer, signal: AbortSignal): Promise<Grant>;
  /**
   * Gets new tokens. The old ones may be invalid as soon as the platform has answered.
   * @throws {PlatformFailure} `reauth` only when the platform says that the grant has ended
   */
  refreshTokens(tokens: Tokens, signal: AbortSignal): Promise<Tokens>;
  /** Absent where the platform does not offer it. Best effort. */
  revoke?(tokens: Tokens, signal: AbortSignal): Promise<void>;
  /**
   * Does the next part of the preparation: quota, uploads, containers and their processing.
   * Continues from `refs`; may be called again after any failure.
   * @throws {PlatformFailure}
   */
  draft(job: PublishJob): Promise<DraftState>;
  /**
   * Sends the request that publishes. Called once per arming.
   * @throws {PlatformFailure} `unknown_outcome` when it is unknown; other kinds only when nothing
   * was published for certain
   */
  commit(job: PublishJob): Promise<PublishState>;
  /**
   * Reads the outcome of the commit. Changes nothing on the platform.
   * @throws {PlatformFailure} of the read itself, or `permanent` when the platform says that the
   * post has failed for good
   */
  reconcile(job: PublishJob): Promise<PublishState>;
  /** The URL of a live post. Best effort: null when there is none yet. */
  findUrl?(job: PublishJob, remotePostId: string | null): Promise<string | null>;
}

/** A failed platform call, independent of the platform. */
export class PlatformFailure extends Error {
  constructor(
    readonly kind: PlatformFailureKind,
    /** The error for callers if this ends the post. */
    readonly code: PostErrorCode,
    /** For operators, such as `190/463`; never a token, a caller's text or a body. */
    readonly platformCode: string,
    /** With `rate_limited` and `quota`: no call before this time, Unix milliseconds. */
    readonly until: number | null = null,
  ) {
    super(`${kind} ${platformCode}`);
    this.name = 'PlatformFailure';
  }
}
