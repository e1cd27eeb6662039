import {
  PlatformFailure,
  type PostItem,
  type PublishJob,
} from '../../../domain/ports/social-platform.js';

const TITLE_MAX = 100;
/** Maximum length of the description in bytes of UTF-8. */
const DESCRIPTION_BYTES_MAX = 5_000;
const SHORT_MS_MAX = 180_000;
/** People & Blogs, YouTube's default category. */
const CATEGORY = '22';

/** Builds the video's metadata, which declares all posted content as AI-generated. */
export function buildVideoResource({
  title,
  text,
  settings,
}: Pick<PublishJob, 'title' | 'text' | 'settings'>) {
  const { youtube: chosen = {} } = settings;
  return {
    snippet: { title: title ?? '', description: text, categoryId: CATEGORY },
    status: {
      privacyStatus: chosen.visibility ?? 'public',
      selfDeclaredMadeForKids: chosen.made_for_kids ?? false,
      containsSyntheticMedia: true,
    },
  };
}

/**
 * Refuses posts that do not fit, although texts and clips were already fitted.
 * @throws {PlatformFailure}
 */
export function checkPost({ form, items, text, title }: PublishJob): void {
  const name = title ?? '';
  if (name.trim() === '' || Array.from(name).length > TITLE_MAX || /[<>]/.test(name)) {
    throw new PlatformFailure('permanent', 'CAPTION_REFUSED', 'invalidTitle');
  }
  if (Buffer.byteLength(text) > DESCRIPTION_BYTES_MAX || /[<>]/.test(text)) {
    throw new PlatformFailure('permanent', 'CAPTION_REFUSED', 'invalidDescription');
  }
  const [clip] = items;
  const isClip = items.length === 1 && clip?.contentType === 'video/mp4';
  if (!isClip || (form === 'short' && !isShort(clip))) {
    throw new PlatformFailure('permanent', 'MEDIA_REFUSED', 'wrong files');
  }
}

/**
 * Returns whether a clip becomes a Short: YouTube has no flag for it, only shape and length decide.
 */
const isShort = ({ width, height, durationMs }: PostItem): boolean =>
  width <= height && (durationMs ?? Infinity) <= SHORT_MS_MAX;

/** Builds a video's URL. */
export function buildVideoUrl({ items: [clip] }: PublishJob, id: string): string {
  const page = clip && isShort(clip) ? `shorts/${id}` : `watch?v=${id}`;
  return `https://www.youtube.com/${page}`;
}
