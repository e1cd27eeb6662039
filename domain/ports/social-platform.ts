import type { Platform, PostForm } from '../catalogue/social-platforms.js';
import type { PlatformFailureKind, PostErrorCode } from '../catalogue/social-states.js';
import type { SocialSettings } from '../contract/social-settings.js';

/**
 * The interface to a social platform, with one adapter per platform. No platform accepts an
 * idempotency key, so publishing has separate steps: `draft` may be repeated and is invisible,
 * `commit` is sent at most once per arming, and `reconcile` reads its outcome.
 */

/** A connection's secrets. Times are Unix milliseconds; null if the platform gave none. */
export interface Tokens {
  readonly accessToken: string;
  readonly accessExpiresAt: number | null;
  /**
   * The refresh token; null if the platform has none, so that the access token itself is extended.
   */
  readonly refreshToken: string | null;
  readonly refreshExpiresAt: number | null;
}

/** The permissions that an account's owner granted. */
export interface Grant {
  readonly tokens: Tokens;
  /** Scopes as listed by the platform; the owner may have deselected some. */
  readonly scopes: readonly string[];
  /** The account's stable id on the platform; the name may change. */
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
  /** Size in bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Duration in milliseconds; null for a picture. */
  readonly durationMs: number | null;
  /**
   * Reads bytes `start..end` inclusive.
   * @throws if the object no longer exists
   */
  read(range: { start: number; end: number }): Promise<Buffer>;
}

/** State that the adapter keeps between its calls: small ids and URLs, no tokens. */
export type PlatformRefs = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** One post on one platform. */
export interface PublishJob {
  readonly accessToken: string;
  /** The posting account's `Grant.remoteId` and `Grant.username`. */
  readonly remoteId: string;
  readonly username: string;
  readonly form: PostForm;
  readonly items: readonly PostItem[];
  /** Text cut to the platform's limit; may be empty. */
  readonly text: string;
  /** The title, used by YouTube and by photos on TikTok. */
  readonly title: string | null;
  readonly settings: SocialSettings;
  /** The post's public id, for platforms that accept a name. */
  readonly postId: string;
  readonly refs: PlatformRefs;
  /** Stores refs in addition to the existing ones, before anything else happens. */
  keep(refs: PlatformRefs): Promise<void>;
  /** When this attempt was armed, Unix milliseconds; null before arming. */
  readonly armedAt: number | null;
  /** Checks whether any of this attempt's pictures was fetched from `items[].url`. */
  hasBeenFetched(): Promise<boolean>;
  readonly signal: AbortSignal;
}

export type DraftState =
  /** `ready` means that only `commit` remains. */
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
  /**
   * The post is definitely not live. The same draft may be committed again, unless `draftAgain` is
   * set.
   */
  | { readonly state: 'not_published'; readonly draftAgain?: true };

export interface SocialPlatform {
  readonly name: Platform;
  authorizeUrl(ask: AuthorizationRequest): string;
  /**
   * Exchanges a code, once, with all the calls that the exchange needs.
   * @throws {PlatformFailure}
   */
  exchangeCode(answer: CodeAnswer, signal: AbortSignal): Promise<Grant>;
  /**
   * Gets new tokens. The old tokens may become invalid as soon as the platform has responded.
   * @throws {PlatformFailure} `reauth` only if the platform says that the grant has ended
   */
  refreshTokens(tokens: Tokens, signal: AbortSignal): Promise<Tokens>;
  /** Revokes tokens, best effort. Absent if the platform does not offer it. */
  revoke?(tokens: Tokens, signal: AbortSignal): Promise<void>;
  /**
   * Does the next part of the preparation: quota, uploads, containers and their processing.
   * Continues from `refs`; may be called again after any failure.
   * @throws {PlatformFailure}
   */
  draft(job: PublishJob): Promise<DraftState>;
  /**
   * Sends the request that publishes. Called once per arming.
   * @throws {PlatformFailure} `unknown_outcome` if the outcome is unknown; other kinds only if
   * certainly nothing was published
   */
  commit(job: PublishJob): Promise<PublishState>;
  /**
   * Reads the commit's outcome. Changes nothing on the platform.
   * @throws {PlatformFailure} if the read itself failed, or `permanent` if the platform says that
   * the post has permanently failed
   */
  reconcile(job: PublishJob): Promise<PublishState>;
  /** Finds a live post's URL, best effort: null if there is none yet. */
  findUrl?(job: PublishJob, remotePostId: string | null): Promise<string | null>;
}

/** Thrown if a platform call fails, independent of the platform. */
export class PlatformFailure extends Error {
  constructor(
    readonly kind: PlatformFailureKind,
    /** The error shown to callers if this failure ends the post. */
    readonly code: PostErrorCode,
    /** For operators, such as `190/463`; never contains a token, a caller's text or a body. */
    readonly platformCode: string,
    /** For `rate_limited` and `quota`: no calls before this time, Unix milliseconds. */
    readonly until: number | null = null,
  ) {
    super(`${kind} ${platformCode}`);
    this.name = 'PlatformFailure';
  }
}
