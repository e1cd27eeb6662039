import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { createFalProvider } from '../../../adapters/providers/fal/provider.js';
import type {
  ImageJob,
  JobInputs,
  JobMedia,
  QueuedProvider,
  VideoJob,
} from '../../../domain/ports/provider.js';
import { PATIENT_MS } from '../conformance/subject.js';
import { FAL_KEY, startFalFake, type FalFake } from './fake.js';

/** An upright WebP of one colour, as every picture of a job is. */
export async function pictureOf(colour: string): Promise<JobMedia> {
  const create = { width: 360, height: 640, channels: 3, background: colour } as const;
  return { bytes: await sharp({ create }).webp().toBuffer(), contentType: 'image/webp' };
}

const fixture = (name: string, contentType: string): JobMedia => ({
  bytes: readFileSync(new URL(`../../media/inspection/fixtures/${name}`, import.meta.url)),
  contentType,
});

export const CLIP = fixture('clip.mp4', 'video/mp4');
export const SOUND = fixture('tone.wav', 'audio/wav');

const FRAME = await pictureOf('#806040');

export const NO_PICTURES: JobInputs = {
  scene: null,
  characters: [],
  products: [],
  references: [],
};

/** A video job of an endpoint that takes a first frame. */
export function videoJob(upstreamModel: string, more: Partial<VideoJob> = {}): VideoJob {
  return {
    kind: 'video',
    generationId: 'gen_fal',
    seed: 77,
    upstreamModel,
    attempt: 1,
    prompt: 'a kite over dunes',
    fullPrompt: 'A red kite over dunes, seen from below.',
    aspectRatio: '9:16',
    resolution: '720p',
    width: 720,
    height: 1280,
    seconds: 8,
    audio: true,
    firstFrame: FRAME,
    references: [],
    narration: null,
    motion: null,
    ...more,
  };
}

/** An image job, without pictures unless given. */
export function imageJob(inputs: Partial<JobInputs> = {}, more: Partial<ImageJob> = {}): ImageJob {
  return {
    kind: 'image',
    generationId: 'gen_fal',
    seed: 77,
    upstreamModel: 'fal-ai/nano-banana-2',
    attempt: 1,
    prompt: 'a kite',
    fullPrompt: 'A red kite over dunes.',
    aspectRatio: '4:5',
    resolution: '1K',
    width: 928,
    height: 1152,
    edit: false,
    inputs: { ...NO_PICTURES, ...inputs },
    ...more,
  };
}

export const SEEDANCE = 'bytedance/seedance-2.0/image-to-video';
export const KLING = 'fal-ai/kling-video/v3/standard/image-to-video';
export const MOTION = 'fal-ai/kling-video/v3/standard/motion-control';

export const context = { signal: new AbortController().signal, onProgress: () => undefined };

/** A fake and an adapter that talks to it. */
export async function startFal(
  submitDeadlineMs = PATIENT_MS,
): Promise<{ provider: QueuedProvider; fake: FalFake }> {
  const fake = await startFalFake();
  const provider = createFalProvider({ key: FAL_KEY, url: fake.url, submitDeadlineMs });
  return { provider, fake };
}
