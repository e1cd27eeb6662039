import { PlatformFailure, type PublishJob } from '../../../domain/ports/social-platform.js';
import { PRIVACY, type Creator } from './creator.js';

/** Maximum text lengths in UTF-16 units. */
const TEXT_MAX = { videoTitle: 2200, photoTitle: 90, description: 4000 } as const;
const PHOTOS_MAX = 35;

/**
 * Builds a video's metadata. TikTok asks apps to disable every interaction that the user has not
 * chosen. A post cannot enable an interaction that the account has disabled.
 */
export function buildVideoInfo(job: PublishJob, creator: Creator) {
  const { tiktok: chosen = {} } = job.settings;
  return {
    title: job.text,
    privacy_level: PRIVACY,
    disable_comment: creator.noComments || chosen.allow_comments !== true,
    disable_duet: creator.noDuets || chosen.allow_duet !== true,
    disable_stitch: creator.noStitches || chosen.allow_stitch !== true,
    brand_content_toggle: false,
    brand_organic_toggle: false,
    is_aigc: chosen.ai_disclosure ?? true,
  };
}

/** Builds the metadata of photos, which have no duets, stitches or AI label. */
export function buildPhotoInfo(job: PublishJob, noComments: boolean) {
  const { tiktok: chosen = {} } = job.settings;
  return {
    title: job.title ?? '',
    description: job.text,
    privacy_level: PRIVACY,
    disable_comment: noComments || chosen.allow_comments !== true,
    auto_add_music: chosen.auto_add_music ?? false,
    brand_content_toggle: false,
    brand_organic_toggle: false,
  };
}

/**
 * Refuses posts that do not fit, although texts and files were already fitted.
 * @throws {PlatformFailure}
 */
export function checkPost({ form, items, text, title }: PublishJob): void {
  const isVideo = form !== 'photos';
  const isFitting = isVideo
    ? text.length <= TEXT_MAX.videoTitle
    : text.length <= TEXT_MAX.description && (title ?? '').length <= TEXT_MAX.photoTitle;
  if (!isFitting) throw new PlatformFailure('permanent', 'CAPTION_REFUSED', 'text too long');
  const types = isVideo ? ['video/mp4'] : ['image/jpeg', 'image/webp'];
  const isRight = items.every(({ contentType }) => types.includes(contentType));
  if (!isRight || items.length === 0 || items.length > (isVideo ? 1 : PHOTOS_MAX)) {
    throw new PlatformFailure('permanent', 'MEDIA_REFUSED', 'wrong files');
  }
}
