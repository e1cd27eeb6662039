import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { createFinishedWav, SOUNDS } from '../openai/speech-sounds.js';
import { joinSound, stretchClip } from './change-clip.js';
import type { FalQueue, Job } from './queue.js';
import { sizePicture } from './sizes.js';

/** The field of a result with its file. */
type ResultField = 'images' | 'video' | 'audio';

/** A file as the CDN serves it. */
interface ServedFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const CLIP = readFileSync(new URL('../clip.mp4', import.meta.url));
/** Seconds that the models speak for each character. */
export const SECONDS_PER_CHARACTER = 0.06;

const TYPES = {
  webp: 'image/webp',
  mp4: 'video/mp4',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
} as const;

/** Returns the kind of an endpoint's result. */
function findResult(endpoint: string): [ResultField, keyof typeof TYPES] {
  if (endpoint.startsWith('fal-ai/nano-banana')) return ['images', 'webp'];
  if (/^fal-ai\/(kokoro|chatterbox)\//.test(endpoint)) return ['audio', 'wav'];
  return endpoint.startsWith('fal-ai/minimax/speech') ? ['audio', 'mp3'] : ['video', 'mp4'];
}

/** Builds the result of a finished job. */
export function describeResult({ id, endpoint }: Pick<Job, 'id' | 'endpoint'>, base: string) {
  const [field, extension] = findResult(endpoint);
  const file = { url: `${base}/assets/${id}.${extension}`, content_type: TYPES[extension] };
  return field === 'images' ? { images: [file], description: '' } : { [field]: file };
}

/** Makes the file of a finished job. */
export async function makeResult(job: Job, fal: FalQueue): Promise<ServedFile> {
  const [, extension] = findResult(job.endpoint);
  return { type: TYPES[extension], bytes: await makeBytes(job, extension, fal) };
}

async function makeBytes(
  { input, endpoint }: Job,
  extension: keyof typeof TYPES,
  { storage: { read }, keepsLength }: FalQueue,
): Promise<Buffer> {
  if (extension === 'webp') return drawPicture(input);
  if (extension === 'mp4') {
    const [clip, sound] = [read(input['video_url'])?.bytes, read(input['audio_url'])?.bytes];
    if (endpoint.startsWith('fal-ai/sync-lipsync') && clip && sound) return joinSound(clip, sound);
    if (!keepsLength) return CLIP;
    const long = await stretchClip(CLIP, Number.parseInt(String(input['duration']), 10));
    return sound ? joinSound(long, sound) : long;
  }
  const { prompt, text, speed, voice_setting: setting } = input;
  const factor = Number(speed ?? (setting as { speed?: number } | undefined)?.speed ?? 1);
  const seconds = (String(prompt ?? text).length * SECONDS_PER_CHARACTER) / factor;
  return extension === 'wav' ? createFinishedWav(seconds) : SOUNDS.mp3.create(seconds);
}

/** Draws a picture in the size that the model returns. */
function drawPicture({
  aspect_ratio: ratio = '1:1',
  resolution = '1K',
}: Job['input']): Promise<Buffer> {
  const size = sizePicture(String(ratio), String(resolution));
  return sharp({ create: { ...size, channels: 3, background: '#2f7d6d' } })
    .webp()
    .toBuffer();
}
