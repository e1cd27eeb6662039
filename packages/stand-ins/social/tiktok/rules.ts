import { toBody, type Body } from './answers.js';
import type { CreatorSettings } from './options.js';

const MB = 1_000_000;
const MIB = 1_048_576;
const SIZE_MAX = 4_000 * MB;
const CHUNKS_MAX = 1_000;

/** Returns why TikTok refuses a post's metadata; null if it is accepted. */
export function findInfoProblem(
  info: Body,
  kind: 'video' | 'photo',
  creator: CreatorSettings,
): readonly [number, string, string] | null {
  const buildBadParams = (words: string) => [400, 'invalid_params', words] as const;
  const level = info['privacy_level'];
  if (typeof level !== 'string') return buildBadParams('privacy_level is missing');
  if (!creator.privacyLevels.includes(level)) return [403, 'privacy_level_option_mismatch', ''];
  for (const [name, max] of Object.entries(TEXTS[kind])) {
    const text = info[name];
    if (text !== undefined && (typeof text !== 'string' || text.length > max)) {
      return buildBadParams(`${name} has at most ${max} UTF-16 units`);
    }
  }
  const unknown = Object.keys(info).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) return buildBadParams(`${unknown} is not a field of a post`);
  if (creator.commentDisabled && info['disable_comment'] !== true)
    return buildBadParams('comments are off');
  if (kind === 'photo') return null;
  if (creator.duetDisabled && info['disable_duet'] !== true) return buildBadParams('duets are off');
  if (creator.stitchDisabled && info['disable_stitch'] !== true)
    return buildBadParams('stitches are off');
  return null;
}

const TEXTS = {
  video: { title: 2200 },
  photo: { title: 90, description: 4000 },
} as const;

/**
 * Fields for clips and photos: clients also send fields for the other kind, and TikTok ignores
 * them.
 */
const FIELDS = [
  'title',
  'privacy_level',
  'disable_comment',
  'brand_content_toggle',
  'brand_organic_toggle',
  'disable_duet',
  'disable_stitch',
  'video_cover_timestamp_ms',
  'is_aigc',
  'description',
  'auto_add_music',
];

/** Returns why the announced chunks are inconsistent; null if they are consistent. */
export function findChunkProblem(source: Body): string | null {
  const { video_size: size, chunk_size: chunk, total_chunk_count: count } = source;
  if (source['source'] !== 'FILE_UPLOAD') return 'source must be FILE_UPLOAD';
  if (!isCount(size) || !isCount(chunk) || !isCount(count)) return 'sizes must be whole numbers';
  if (size > SIZE_MAX) return 'the video is larger than 4 GB';
  if (count > CHUNKS_MAX) return 'more than 1000 chunks';
  if (count !== Math.floor(size / chunk)) return 'total_chunk_count must be rounded down';
  if (size < 5 * MB && chunk !== size) return 'a video below 5 MB is one chunk';
  // The documentation does not say whether it means MB or MiB, so a size must be valid in both.
  if (size >= 5 * MIB && (chunk < 5 * MIB || chunk > 64 * MB)) return 'chunks have 5 to 64 MB';
  return null;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && value !== 0;

/** Returns why the given pictures are refused; null if they are accepted. */
export function findPhotosProblem(
  body: Body,
  verifiedPrefixes: readonly string[] | null,
): readonly [number, string, string] | null {
  const buildBadParams = (words: string) => [400, 'invalid_params', words] as const;
  const source = toBody(body['source_info']);
  if (body['media_type'] !== 'PHOTO' || body['post_mode'] !== 'DIRECT_POST')
    return buildBadParams('mode');
  if (source['source'] !== 'PULL_FROM_URL')
    return buildBadParams('photos are pulled from addresses');
  const urls = readPhotoUrls(body);
  const cover = source['photo_cover_index'];
  if (urls.length < 1 || urls.length > 35) return buildBadParams('1 to 35 photos');
  if (typeof cover !== 'number' || !(cover in urls)) return buildBadParams('photo_cover_index');
  const isOwned = (url: string) =>
    isSecure(url) && (verifiedPrefixes?.some((prefix) => url.startsWith(prefix)) ?? true);
  return urls.every(isOwned) ? null : [403, 'url_ownership_unverified', ''];
}

/** Reads the photos' URLs, in order. */
export function readPhotoUrls(body: Body): readonly string[] {
  const images = toBody(body['source_info'])['photo_images'];
  return Array.isArray(images) ? images.map(String) : [];
}

/**
 * Returns whether a URL is https, or belongs to a stand-in on this machine, which has no
 * certificate.
 */
function isSecure(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {};
  return protocol === 'https:' || hostname === '127.0.0.1' || hostname === 'localhost';
}
