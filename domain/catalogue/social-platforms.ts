/**
 * The five platforms as data. The limits are from the platforms' documentation of November 2026.
 * Values that a platform reports at run time, such as a quota, are read at run time.
 */

export const PLATFORMS = ['instagram', 'tiktok', 'youtube', 'threads', 'twitter'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** The media of a post: images or one clip, never both. */
export type PostMedia = 'images' | 'video';

/** The form of a post on a platform. */
export type PostForm = 'feed' | 'carousel' | 'story' | 'reel' | 'short' | 'photos' | 'video';

/** How the platform gets a file: it fetches the file, or the service uploads it. */
export type MediaWay = 'fetches' | 'upload';

export interface PlatformRow {
  readonly label: string;
  readonly images: {
    /**
     * Maximum images of a post; further images are omitted, and the caller is notified. 0 if not
     * supported.
     */
    readonly max: number;
    readonly way: MediaWay;
  };
  readonly video: {
    readonly way: MediaWay;
    readonly minSeconds: number;
    readonly maxSeconds: number;
    readonly maxBytes: number;
  };
  /** Scopes that an account's owner must grant. */
  readonly scopes: readonly string[];
  /** Refresh of an access token on use: the time before its expiry, or its age. */
  readonly refresh: { readonly beforeEndMs: number } | { readonly afterMs: number };
  /** Refresh of unused tokens by the schedule: age range since the last refresh. */
  readonly idle: { readonly fromMs: number; readonly toMs: number };
  /** Time limit in milliseconds for a draft to become ready. */
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

/** Lifetime of a connect link. */
export const CONNECT_LINK_MS = 15 * MINUTE;
/** Period that one fee covers. */
export const FEE_PERIOD_MS = 30 * DAY;
/** Interval between two attempts to charge a fee. */
export const FEE_RETRY_MS = DAY;
/** Minimum time from the request to the scheduled time of a post. */
export const LEAD_MS_MIN = 5 * MINUTE;
/**
 * Maximum time from the request to the scheduled time of a post; longer than any run we have
 * tested.
 */
export const LEAD_MS_MAX = 365 * DAY;
/** Maximum delay after the scheduled time. After it, the post is not published. */
export const LATE_MS_MAX = DAY;
/** Maximum wait of a request for an immediate post, in milliseconds. */
export const POST_WAIT_MS = 20_000;
/** Maximum scheduled and running posts per account. */
export const OPEN_POSTS_MAX = 1_000;
