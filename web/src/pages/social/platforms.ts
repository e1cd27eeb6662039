import type { SocialPlatform, SocialPost, SocialPostStatus } from '../../api/contract';

/** The platforms' display names. */
export const PLATFORM_NAMES: Record<SocialPlatform, string> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  threads: 'Threads',
  twitter: 'X',
};

export const PLATFORMS = Object.entries(PLATFORM_NAMES).map(([value, label]) => ({ value, label }));

export const isPlatform = (text: string | null | undefined): text is SocialPlatform =>
  typeof text === 'string' && text in PLATFORM_NAMES;

export const POST_COLORS: Record<SocialPostStatus, string> = {
  scheduled: 'blue',
  published: 'teal',
  partial: 'orange',
  failed: 'red',
  cancelled: 'gray',
};

/** Returns a post's publish time; for a post without a schedule, its creation time. */
export const getPostTime = ({ scheduled_at: at, created_at: created }: SocialPost): number =>
  at === null ? created : new Date(at).getTime();

/** Checks whether a post waits for its time, so that it can be changed. */
export const isEditable = ({ status, scheduled_at: at }: SocialPost): boolean =>
  status === 'scheduled' && at !== null;
