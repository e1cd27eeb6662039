import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { createOpenRouterProvider } from '../../../adapters/providers/openrouter/provider.js';
import type { JobMedia, QueuedProvider, VideoJob } from '../../../domain/ports/provider.js';
import { PATIENT_MS } from '../conformance/subject.js';
import { KEY, startOpenRouterFake, type OpenRouterFake } from './fake.js';

const FIXTURES = '../../media/inspection/fixtures/';

export const CLIP: JobMedia = {
  bytes: readFileSync(new URL(`${FIXTURES}clip.mp4`, import.meta.url)),
  contentType: 'video/mp4',
};

const create = { width: 360, height: 640, channels: 3, background: '#3a7' } as const;

/** An upright WebP, as every picture of a job is. */
export const FRAME: JobMedia = {
  bytes: await sharp({ create }).webp().toBuffer(),
  contentType: 'image/webp',
};

/** A video job; what is not given is plain. */
export const videoJob = (upstreamModel: string, over: Partial<VideoJob> = {}): VideoJob => ({
  kind: 'video',
  generationId: 'gen_router',
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
  ...over,
});

export const SEEDANCE = 'bytedance/seedance-2.0';

export const context = { signal: new AbortController().signal, onProgress: () => undefined };

/** A fake and an adapter that talks to it. */
export async function startRouter(
  submitDeadlineMs = PATIENT_MS,
): Promise<{ provider: QueuedProvider; fake: OpenRouterFake }> {
  const fake = await startOpenRouterFake();
  const provider = createOpenRouterProvider({ key: KEY, url: fake.url, submitDeadlineMs });
  return { provider, fake };
}
