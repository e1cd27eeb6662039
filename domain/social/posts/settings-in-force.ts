import { PLATFORM_TABLE, type Platform, type PostForm } from '../../catalogue/social-platforms.js';
import type { SocialSettings } from '../../contract/social-settings.js';

interface OptionRow {
  readonly default?: unknown;
  /** Forms that have this option; all forms if omitted. */
  readonly forms?: readonly PostForm[];
}

/** Each option's default, and the forms that it affects. */
const OPTIONS: Readonly<Record<Platform, Readonly<Record<string, OptionRow>>>> = {
  instagram: {
    content_type: {},
    aspect_ratio: { default: 'original', forms: ['feed', 'carousel'] },
    collaborators: { default: [], forms: ['feed', 'carousel', 'reel'] },
    user_tags: { default: [] },
    thumb_offset: { forms: ['reel'] },
  },
  tiktok: {
    allow_comments: { default: false },
    allow_duet: { default: false, forms: ['video'] },
    allow_stitch: { default: false, forms: ['video'] },
    ai_disclosure: { default: true, forms: ['video'] },
    auto_add_music: { default: false, forms: ['photos'] },
  },
  youtube: {
    content_type: {},
    title: {},
    visibility: { default: 'public' },
    made_for_kids: { default: false },
  },
  threads: {},
  twitter: {},
};

const pickPlatformSettings = (
  platform: Platform,
  settings: SocialSettings,
): Readonly<Record<string, unknown>> =>
  Object.entries(settings).find(([name]) => name === platform)?.[1] ?? {};

const isUsed = ({ forms }: OptionRow, form: PostForm): boolean => forms?.includes(form) ?? true;

/** Computes the effective options, with their defaults. */
export function computeSettings(
  platform: Platform,
  form: PostForm,
  settings: SocialSettings,
): Record<string, unknown> {
  const given = pickPlatformSettings(platform, settings);
  return Object.fromEntries(
    Object.entries(OPTIONS[platform]).flatMap(([name, row]) => {
      const value = given[name] ?? row.default;
      return value === undefined || !isUsed(row, form) ? [] : [[name, value]];
    }),
  );
}

/** Describes given options that have no effect. */
export function describeIgnoredSettings(
  platform: Platform,
  form: PostForm,
  settings: SocialSettings,
): string[] {
  const { label } = PLATFORM_TABLE[platform];
  const given = pickPlatformSettings(platform, settings);
  const unused = Object.entries(OPTIONS[platform]).flatMap(([name, row]) =>
    given[name] === undefined || isUsed(row, form)
      ? []
      : [`\`${name}\` has no effect on a ${form} on ${label}.`],
  );
  const isReelForFeed = form === 'reel' && settings.instagram?.content_type === 'feed';
  if (platform !== 'instagram' || !isReelForFeed) return unused;
  return [...unused, 'Instagram publishes a video as a reel and also shows it in the feed.'];
}

/**
 * Checks whether the platform labels the post as made by AI; null if the platform has no such
 * label.
 */
export function hasAiLabel(
  platform: Platform,
  form: PostForm,
  { tiktok }: SocialSettings,
): boolean | null {
  if (platform === 'threads' || (form === 'photos' && platform === 'tiktok')) return null;
  return platform === 'tiktok' ? (tiktok?.ai_disclosure ?? true) : true;
}
