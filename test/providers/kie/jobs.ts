import sharp from 'sharp';
import type { ImageJob, JobMedia, VideoJob } from '../../../domain/ports/provider.js';
import { readFileSync } from 'node:fs';

const CLIP = new URL('../../media/inspection/fixtures/clip.mp4', import.meta.url);

/** A real WebP, as every stage before makes them. */
export const webp = async (background: string): Promise<JobMedia> => ({
  bytes: await sharp({ create: { width: 360, height: 640, channels: 3, background } })
    .webp()
    .toBuffer(),
  contentType: 'image/webp',
});

export const FRAME = await webp('#3a7');

export const CLIP_MEDIA: JobMedia = { bytes: readFileSync(CLIP), contentType: 'video/mp4' };

const FACTS = {
  generationId: 'gen_1',
  seed: 77,
  attempt: 1,
  prompt: 'a cat on a roof',
  fullPrompt: 'a cat on a roof at dawn, slow push-in',
  width: 720,
  height: 1280,
};

/** A video job; what is not given is plain. */
export const videoJob = (upstreamModel: string, over: Partial<VideoJob> = {}): VideoJob => ({
  ...FACTS,
  kind: 'video',
  upstreamModel,
  aspectRatio: '9:16',
  resolution: '720p',
  seconds: 8,
  audio: true,
  firstFrame: FRAME,
  references: [],
  narration: null,
  motion: null,
  ...over,
});

/** An image job; what is not given is plain. */
export const imageJob = (over: Partial<ImageJob> = {}): ImageJob => ({
  ...FACTS,
  kind: 'image',
  upstreamModel: 'nano-banana-2',
  aspectRatio: '9:16',
  resolution: '1K',
  edit: false,
  inputs: { scene: null, characters: [], products: [], references: [] },
  ...over,
});
