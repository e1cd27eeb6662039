import {
  PlatformFailure,
  type PostItem,
  type PublishJob,
} from '../../../domain/ports/social-platform.js';

const TITLE_MAX = 100;
/** UTF-8. */
const DESCRIPTION_BYTES_MAX = 5_000;
const SHORT_MS_MAX = 180_000;
/** People & Blogs, YouTube's default category. */
const CATEGORY = '22';

/** Metadata of the video. All posted content is AI-generated. */
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
 * Texts and clips were fitted before; posts that do not fit are never sent. @throws
 * {PlatformFailure}
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

/** YouTube has no flag for a Short: its shape and length make it one. */
const isShort = ({ width, height, durationMs }: PostItem): boolean =>
  width <= height && (durationMs ?? Infinity) <= SHORT_MS_MAX;

/** Builds the URL of a video. */
export function buildVideoUrl({ items: [clip] }: PublishJob, id: string): string {
  const page = clip && isShort(clip) ? `shorts/${id}` : `watch?v=${id}`;
  return `https://www.youtube.com/${page}`;
}
