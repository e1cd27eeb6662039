import type { ImageJob, VideoJob } from '../../../domain/ports/provider-job.js';
import { NO_PICTURES, pictureOf, PLAIN_VIDEO } from '../jobs.js';

export const FRAME = await pictureOf('#3a7');

const FACTS = {
  generationId: 'gen_1',
  seed: 77,
  attempt: 1,
  prompt: 'a cat on a roof',
  fullPrompt: 'a cat on a roof at dawn, slow push-in',
  width: 720,
  height: 1280,
};

/** Builds a video job with simple defaults. */
export const videoJob = (upstreamModel: string, over: Partial<VideoJob> = {}): VideoJob => ({
  ...PLAIN_VIDEO,
  ...FACTS,
  upstreamModel,
  firstFrame: FRAME,
  ...over,
});

/** Builds an image job with simple defaults. */
export const imageJob = (over: Partial<ImageJob> = {}): ImageJob => ({
  ...FACTS,
  kind: 'image',
  upstreamModel: 'nano-banana-2',
  aspectRatio: '9:16',
  resolution: '1K',
  edit: false,
  inputs: NO_PICTURES,
  ...over,
});
