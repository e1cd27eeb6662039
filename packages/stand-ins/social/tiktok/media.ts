import { readClip, readPicture } from '../clip-facts.js';
import type { ShownMedia } from '../fake.js';
import { holdMedia } from '../hold-media.js';

const PHOTO_BYTES_MAX = 20_000_000;
const FETCH_MS = 10_000;
const SIDE = { min: 360, max: 4096 } as const;

/**
 * Inspects a clip like TikTok.
 * @returns the clip, or why the post fails
 */
export async function judgeClip(
  bytes: Buffer,
  maxSeconds: number,
): Promise<readonly ShownMedia[] | string> {
  const facts = await readClip(bytes);
  if (!facts) return 'file_format_check_failed';
  const { seconds, width, height, framesPerSecond } = facts;
  if (seconds > maxSeconds) return 'duration_check_failed';
  if (framesPerSecond < 22.9 || framesPerSecond > 60.1) return 'frame_rate_check_failed';
  const isFitting = Math.min(width, height) >= SIDE.min && Math.max(width, height) <= SIDE.max;
  return isFitting ? [holdMedia('video/mp4', bytes)] : 'picture_size_check_failed';
}

/**
 * Fetches photos like TikTok, without following redirects.
 * @returns why the post fails
 */
export async function fetchPhotos(
  urls: readonly string[],
): Promise<readonly ShownMedia[] | string> {
  const photos: ShownMedia[] = [];
  for (const url of urls) {
    const photo = await fetchPhoto(url);
    if (typeof photo === 'string') return photo;
    photos.push(photo);
  }
  return photos;
}

async function fetchPhoto(url: string): Promise<ShownMedia | string> {
  const options = { redirect: 'manual', signal: AbortSignal.timeout(FETCH_MS) } as const;
  const answer = await fetch(url, options).catch(() => null);
  if (answer?.status !== 200) return 'photo_pull_failed';
  const bytes = Buffer.from(await answer.arrayBuffer());
  const facts = await readPicture(bytes);
  if (facts?.format !== 'jpeg' && facts?.format !== 'webp') return 'file_format_check_failed';
  const { format, width, height } = facts;
  const isFitting = Math.min(width, height) <= 1080 && Math.max(width, height) <= 1920;
  if (!isFitting || bytes.length > PHOTO_BYTES_MAX) return 'picture_size_check_failed';
  return holdMedia(`image/${format}`, bytes);
}
