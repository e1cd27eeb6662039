import { findSeed } from '../domain/generations/find-seed.js';
import type { LipSyncJob } from '../domain/ports/provider-job.js';
import { ProviderFailure } from '../domain/ports/provider.js';
import type { Generation } from '../entities/generation.js';
import { loadSpeech, type SpeechDeps } from './fit-speech.js';
import type { SyncInput } from './making-steps.js';

/** Maximum size of a clip. */
const CLIP_BYTES_MAX = 250_000_000;

/**
 * Builds the job that moves the lips of the person in a clip.
 * @throws {ProviderFailure} `rejected` if the clip or the speech cannot be used
 */
export async function buildLipSyncJob(
  deps: Pick<SpeechDeps, 'store'>,
  row: Generation,
  { route, attempt, clip, speech }: SyncInput,
): Promise<LipSyncJob> {
  const bytes = await deps.store.get(clip, CLIP_BYTES_MAX);
  if (!bytes) throw new ProviderFailure('rejected', 'The clip was deleted meanwhile.', 404);
  return {
    kind: 'lip_sync',
    generationId: row.id,
    seed: findSeed(row),
    upstreamModel: route.upstreamModel,
    attempt,
    prompt: row.request.prompt ?? '',
    clip: { bytes, contentType: 'video/mp4' },
    speech: await loadSpeech(deps, speech),
  };
}
