import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { VOICES } from '../../domain/catalogue/voices.js';
import type { JobInputs, JobMedia, SpeechJob, VideoJob } from '../../domain/ports/provider-job.js';

/** Draws an upright WebP of one colour. */
export async function pictureOf(background: string): Promise<JobMedia> {
  const create = { width: 360, height: 640, channels: 3, background } as const;
  return { bytes: await sharp({ create }).webp().toBuffer(), contentType: 'image/webp' };
}

/** Reads a fixture of the inspection tests. */
export function fixtureOf(name: string, contentType: string): JobMedia {
  const path = new URL(`../media/inspection/fixtures/${name}`, import.meta.url);
  return { bytes: readFileSync(path), contentType };
}

export const CLIP = fixtureOf('clip.mp4', 'video/mp4');

export const NO_PICTURES: JobInputs = { scene: null, characters: [], products: [], references: [] };

/** Common input of the video jobs of all adapters: portrait, 720p, eight seconds with sound. */
export const PLAIN_VIDEO = {
  kind: 'video',
  seed: 77,
  attempt: 1,
  aspectRatio: '9:16',
  resolution: '720p',
  width: 720,
  height: 1280,
  seconds: 8,
  audio: true,
  references: [],
  narration: null,
  motion: null,
} as const satisfies Partial<VideoJob>;

/** Builds a speech job, by default with the voice `grace`. */
export function speechJob(upstreamModel: string, more: Partial<SpeechJob> = {}): SpeechJob {
  const voice = VOICES.find(({ voice_key: key }) => key === 'grace');
  if (!voice) throw new TypeError('no such voice');
  return {
    kind: 'speech',
    generationId: 'spc_1',
    seed: 77,
    upstreamModel,
    attempt: 1,
    prompt: 'Hello, I am Grace.',
    voice,
    language: 'en-US',
    speed: 1,
    format: 'wav',
    ...more,
  };
}

const { signal } = new AbortController();

/** Context of a call that is never aborted. */
export const context = { signal, onProgress: () => undefined, startOrder: async () => signal };
