import { createFalProvider } from '../../../adapters/providers/fal/provider.js';
import type { QueuedProvider } from '../../../domain/ports/provider.js';
import type {
  ImageJob,
  JobInputs,
  LipSyncJob,
  VideoJob,
} from '../../../domain/ports/provider-job.js';
import { PATIENT_MS } from '../conformance/subject.js';
import {
  FAL_KEY,
  startFalFake,
  type FalFake,
} from '@media-platform/stand-ins/providers/fal/fake.js';
import { CLIP, fixtureOf, NO_PICTURES, pictureOf, PLAIN_VIDEO } from '../jobs.js';

export const SOUND = fixtureOf('tone.wav', 'audio/wav');

const FRAME = await pictureOf('#806040');

/** Builds a video job of an endpoint that accepts a first frame. */
export function videoJob(upstreamModel: string, more: Partial<VideoJob> = {}): VideoJob {
  return {
    ...PLAIN_VIDEO,
    generationId: 'gen_fal',
    upstreamModel,
    prompt: 'a kite over dunes',
    fullPrompt: 'A red kite over dunes, seen from below.',
    firstFrame: FRAME,
    ...more,
  };
}

/** Builds an image job, by default without pictures. */
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

/** Builds a job that makes the person in a clip speak. */
export const lipSyncJob = (more: Partial<LipSyncJob> = {}): LipSyncJob => ({
  kind: 'lip_sync',
  generationId: 'gen_fal',
  seed: 77,
  upstreamModel: 'fal-ai/sync-lipsync/v2',
  attempt: 1,
  prompt: 'Hello, I am Grace.',
  clip: CLIP,
  speech: SOUND,
  ...more,
});

export const CHATTERBOX = 'fal-ai/chatterbox/text-to-speech';
export const KOKORO = 'fal-ai/kokoro/american-english';
export const MINIMAX = 'fal-ai/minimax/speech-02-hd';
export const SEEDANCE = 'bytedance/seedance-2.0/image-to-video';
export const KLING = 'fal-ai/kling-video/v3/standard/image-to-video';
export const MOTION = 'fal-ai/kling-video/v3/standard/motion-control';

/** Starts a fake fal and an adapter that uses it. */
export async function startFal(
  submitDeadlineMs = PATIENT_MS,
): Promise<{ provider: QueuedProvider; fake: FalFake }> {
  const fake = await startFalFake();
  const provider = createFalProvider({ key: FAL_KEY, url: fake.url, submitDeadlineMs });
  return { provider, fake };
}
