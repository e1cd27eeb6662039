import type { PlatformApp } from '../../../adapters/social/app.js';
import type { Platform, PostForm } from '../../../domain/catalogue/social-platforms.js';
import type { SocialSettings } from '../../../domain/contract/social-settings.js';
import type { PostItem, SocialPlatform } from '../../../domain/ports/social-platform.js';
import type {
  FakeOptions,
  PlatformFake,
  ShownPost,
} from '@media-platform/stand-ins/social/fake.js';

/** A posted file. */
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
  /** Size in pixels. Default: 1080 by 1350 for pictures; clips are always 360 by 640 and 4 s. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly settings?: SocialSettings;
  readonly title?: string;
  /** Replaces the default short text. */
  readonly text?: string;
  /** Replaces pictures or a clip that every platform accepts. */
  readonly media?: readonly Held[];
  /** Checks of the published post, in addition to the text and the number of media. */
  check?(post: ShownPost): void;
  /** The platform shows no text with it. */
  readonly isMute?: boolean;
  /** Why the outcome of an unanswered commit may stay unknown. */
  readonly mayStayUnknown?: string;
}

/** An adapter under test, and its fake. */
export interface SocialSubject {
  readonly platform: Platform;
  create(app: PlatformApp): SocialPlatform;
  createFake(options: FakeOptions): PlatformFake;
  readonly oauth: {
    /** Lifetime of a code in milliseconds. */
    readonly codeMs: number;
    /** A refresh invalidates the refresh token that it used. */
    readonly rotates: boolean;
    /** The platform extends the access token itself, from this age until it expires. */
    readonly prolongs: { readonly notBeforeMs: number; readonly endMs: number } | null;
    /** A refresh carries no secret of our app, so a wrong one is not detected there. */
    readonly refreshIsAnonymous?: boolean;
  };
  /** A post is published as soon as its bytes have arrived, without processing. */
  readonly showsUnprocessed?: boolean;
  /** Every form of the platform; the first is used where any is suitable. */
  readonly posts: readonly PostCase[];
  /** Routes that create an object whose ID we store. They are never called again afterwards. */
  readonly creates: readonly string[];
  /** The failure kind of a full quota; null when the platform has none that a fake can simulate. */
  readonly full: 'quota' | 'rate_limited' | null;
}
