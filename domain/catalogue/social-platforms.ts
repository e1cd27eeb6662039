/**
 * The five platforms as data. Limits are those that their documentation stated in November 2026;
 * what a platform tells about itself at run time, such as a quota, is read then.
 */

export const PLATFORMS = ['instagram', 'tiktok', 'youtube', 'threads', 'twitter'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** What a post is made of: pictures or one clip, never both. */
export type PostMedia = 'images' | 'video';

/** How a platform shows a post. */
export type PostForm = 'feed' | 'carousel' | 'story' | 'reel' | 'short' | 'photos' | 'video';

/** How the platform gets the bytes. */
export type MediaWay = 'fetches' | 'upload';

export interface PlatformRow {
  readonly label: string;
  readonly images: {
    /** How many pictures a post shows; more are left out, and the caller is told. 0: none. */
    readonly max: number;
    readonly way: MediaWay;
  };
  readonly video: {
    readonly way: MediaWay;
    readonly minSeconds: number;
    readonly maxSeconds: number;
    readonly maxBytes: number;
  };
  /** Scopes that an account must grant. */
  readonly scopes: readonly string[];
  /** Refresh of an access token that is used this long before it ends, or after this long. */
  readonly refresh: { readonly beforeEndMs: number } | { readonly afterMs: number };
  /** When tokens that nobody uses are refreshed by the schedule, after the last refresh. */
  readonly idle: { readonly fromMs: number; readonly toMs: number };
  /** Milliseconds after which a draft that is not ready is given up. */
  readonly draftMsMax: number;
}

const MB = 1_000_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const PLATFORM_TABLE: Readonly<Record<Platform, PlatformRow>> = {
  instagram: {
    label: 'Instagram',
    images: { max: 10, way: 'fetches' },
    video: { way: 'fetches', minSeconds: 3, maxSeconds: 900, maxBytes: 300 * MB },
    scopes: ['instagram_business_basic', 'instagram_business_content_publish'],
    refresh: { afterMs: 30 * DAY },
    idle: { fromMs: 30 * DAY, toMs: 50 * DAY },
    draftMsMax: 20 * MINUTE,
  },
  tiktok: {
    label: 'TikTok',
    images: { max: 35, way: 'fetches' },
    video: { way: 'upload', minSeconds: 1, maxSeconds: 600, maxBytes: 4_000 * MB },
    scopes: ['user.info.basic', 'user.info.profile', 'video.publish'],
    refresh: { beforeEndMs: 5 * MINUTE },
    idle: { fromMs: 60 * DAY, toMs: 90 * DAY },
    draftMsMax: 20 * MINUTE,
  },
  youtube: {
    label: 'YouTube',
    images: { max: 0, way: 'upload' },
    video: { way: 'upload', minSeconds: 1, maxSeconds: 43_200, maxBytes: 256_000 * MB },
    scopes: [
      'https://www.googleapis.com/auth/youtube.upload',
      'https://www.googleapis.com/auth/youtube.readonly',
    ],
    refresh: { beforeEndMs: 5 * MINUTE },
    idle: { fromMs: 80 * DAY, toMs: 120 * DAY },
    draftMsMax: 30 * MINUTE,
  },
  threads: {
    label: 'Threads',
    images: { max: 20, way: 'fetches' },
    video: { way: 'fetches', minSeconds: 1, maxSeconds: 300, maxBytes: 1_000 * MB },
    scopes: ['threads_basic', 'threads_content_publish'],
    refresh: { afterMs: 30 * DAY },
    idle: { fromMs: 30 * DAY, toMs: 50 * DAY },
    draftMsMax: 20 * MINUTE,
  },
  twitter: {
    label: 'X',
    images: { max: 4, way: 'upload' },
    video: { way: 'upload', minSeconds: 0.5, maxSeconds: 140, maxBytes: 512 * MB },
    scopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
    refresh: { beforeEndMs: 5 * MINUTE },
    idle: { fromMs: 60 * DAY, toMs: 90 * DAY },
    draftMsMax: 20 * MINUTE,
  },
};

/** A connect link is used within this time. */
export const CONNECT_LINK_MS = 15 * MINUTE;
/** A fee pays an account for this long. */
export const FEE_PERIOD_MS = 30 * DAY;
/** A fee that could not be charged is tried again after this time. */
export const FEE_RETRY_MS = DAY;
/** The least time between a request and the moment for which it plans a post. */
export const LEAD_MS_MIN = 5 * MINUTE;
/** The most; longer than any run that we have tested. */
export const LEAD_MS_MAX = 365 * DAY;
/** A post that could not be made for so long after its time is not made any more. */
export const LATE_MS_MAX = DAY;
/** How long a request waits for a post that is made at once. */
export const POST_WAIT_MS = 20_000;
/** Posts of one account that may wait for their time or be under way at once. */
export const OPEN_POSTS_MAX = 1_000;
