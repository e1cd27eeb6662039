import { createOpenRouterProvider } from '../../../adapters/providers/openrouter/provider.js';
import type { QueuedProvider } from '../../../domain/ports/provider.js';
import type { VideoJob } from '../../../domain/ports/provider-job.js';
import { PATIENT_MS } from '../conformance/subject.js';
import {
  KEY,
  startOpenRouterFake,
  type OpenRouterFake,
} from '@media-platform/stand-ins/providers/openrouter/fake.js';
import { pictureOf, PLAIN_VIDEO } from '../jobs.js';

export const FRAME = await pictureOf('#3a7');

/** Builds a video job with simple defaults. */
export const videoJob = (upstreamModel: string, over: Partial<VideoJob> = {}): VideoJob => ({
  ...PLAIN_VIDEO,
  generationId: 'gen_router',
  upstreamModel,
  prompt: 'a kite over dunes',
  fullPrompt: 'A red kite over dunes, seen from below.',
  firstFrame: FRAME,
  ...over,
});

export const SEEDANCE = 'bytedance/seedance-2.0';

/** Starts a fake OpenRouter and an adapter that uses it. */
export async function startRouter(
  submitDeadlineMs = PATIENT_MS,
): Promise<{ provider: QueuedProvider; fake: OpenRouterFake }> {
  const fake = await startOpenRouterFake();
  const provider = createOpenRouterProvider({ key: KEY, url: fake.url, submitDeadlineMs });
  return { provider, fake };
}
