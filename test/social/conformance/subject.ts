import type { PlatformApp } from '../../../adapters/social/app.js';
import type { Platform, PostForm } from '../../../domain/catalogue/social-platforms.js';
import type { SocialSettings } from '../../../domain/contract/social-settings.js';
import type { PostItem, SocialPlatform } from '../../../domain/ports/social-platform.js';
import type {
  FakeOptions,
  PlatformFake,
  ShownPost,
} from '@media-platform/stand-ins/social/fake.js';

/** File of a post. */
export interface Held {
  readonly bytes: Buffer;
  readonly contentType: PostItem['contentType'];
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
}

/** One kind of post of a platform. */
export interface PostCase {
  readonly name: string;
  readonly form: PostForm;
  /** Number of pictures; 0 for a clip. */
  readonly pictures: number;
  /**
   * Size in pixels. Default for pictures: 1080 by 1350. Clips are always 360 by 640 pixels and 4
   * seconds long.
   */
  readonly size?: { readonly width: number; readonly height: number };
  readonly settings?: SocialSettings;
  readonly title?: string;
  /** Text of the post; by default a short one. */
  readonly text?: string;
  /** Pictures or clip of the post; by default files that every platform accepts. */
  readonly media?: readonly Held[];
  /** Checks the published post, in addition to its text and the number of its media. */
  check?(post: ShownPost): void;
  /** Whether the platform shows this kind of post without text. */
  readonly isMute?: boolean;
  /** Why the outcome of a commit without a response may stay unknown. */
  readonly mayStayUnknown?: string;
}

/** Adapter under test, and its fake. */
export interface SocialSubject {
  readonly platform: Platform;
  create(app: PlatformApp): SocialPlatform;
  createFake(options: FakeOptions): PlatformFake;
  readonly oauth: {
    /** Lifetime of an authorization code in milliseconds. */
    readonly codeMs: number;
    /** Whether a refresh invalidates the refresh token that it used. */
    readonly rotates: boolean;
    /** Set if the platform extends the access token itself, from this age until it expires. */
    readonly prolongs: { readonly notBeforeMs: number; readonly endMs: number } | null;
    /**
     * Whether a refresh request does not contain our app's secret, so that the platform cannot
     * detect a wrong secret.
     */
    readonly refreshIsAnonymous?: boolean;
  };
  /** Whether a post is published as soon as its bytes have arrived, without processing. */
  readonly showsUnprocessed?: boolean;
  /** Every kind of post of the platform. A test that needs any kind uses the first one. */
  readonly posts: readonly PostCase[];
  /**
   * Routes that create an object whose ID we store. Once the ID is stored, they are never called
   * again.
   */
  readonly creates: readonly string[];
  /**
   * Kind of failure when the quota is used up; null if the platform has no quota that a fake can
   * simulate.
   */
  readonly full: 'quota' | 'rate_limited' | null;
}
