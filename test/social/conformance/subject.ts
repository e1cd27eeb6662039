import type { PlatformApp } from '../../../adapters/social/app.js';
import type { Platform, PostForm } from '../../../domain/catalogue/social-platforms.js';
import type { SocialSettings } from '../../../domain/contract/social-settings.js';
import type { PostItem, SocialPlatform } from '../../../domain/ports/social-platform.js';
import type {
  FakeOptions,
  PlatformFake,
  ShownPost,
} from '@media-platform/stand-ins/social/fake.js';

/** A file that is posted. */
export interface Held {
  readonly bytes: Buffer;
  readonly contentType: PostItem['contentType'];
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
}

/** One kind of post that a platform has. */
export interface PostCase {
  readonly name: string;
  readonly form: PostForm;
  /** How many pictures; 0 for a clip. */
  readonly pictures: number;
  /** Pixels. Default: 1080 by 1350 for pictures; a clip is always 360 by 640 and 4 s long. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly settings?: SocialSettings;
  readonly title?: string;
  /** Instead of a short text of the suite. */
  readonly text?: string;
  /** Instead of pictures or a clip that every platform takes. */
  readonly media?: readonly Held[];
  /** What the platform must show in the end, beside the text and the number of media. */
  check?(post: ShownPost): void;
  /** The platform shows no text with it. */
  readonly isMute?: boolean;
  /** Why nobody can find out what became of a commit without an answer. */
  readonly mayStayUnknown?: string;
}

/** One adapter and its fake, as the conformance suite meets them. */
export interface SocialSubject {
  readonly platform: Platform;
  create(app: PlatformApp): SocialPlatform;
  createFake(options: FakeOptions): PlatformFake;
  readonly oauth: {
    /** How long a code may be exchanged, milliseconds. */
    readonly codeMs: number;
    /** A refresh ends the refresh token that it was made with. */
    readonly rotates: boolean;
    /** The access token itself is prolonged: at this age at the earliest, and not when it has ended. */
    readonly prolongs: { readonly notBeforeMs: number; readonly endMs: number } | null;
    /** A refresh carries no secret of our app, so a wrong one is not noticed there. */
    readonly refreshIsAnonymous?: boolean;
  };
  /** A post is out as soon as its bytes have come: nobody waits until they are processed. */
  readonly showsUnprocessed?: boolean;
  /** Every form that the platform has; the first is used where any will do. */
  readonly posts: readonly PostCase[];
  /** Routes that make something whose id is kept: never called again once it is. */
  readonly creates: readonly string[];
  /** What a full quota is called; null when the platform has none that a fake can show. */
  readonly full: 'quota' | 'rate_limited' | null;
}
