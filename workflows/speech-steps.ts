import { proxyActivities } from '@temporalio/workflow';
import type { GeneratedAsset } from '../activities/generate-step.js';
import type { MediaActivities } from '../activities/media.js';
import type { ModelSource } from '../domain/catalogue/model-source.js';
import type { GenerationJob } from '../domain/catalogue/runs.js';
import { bulkTransfer, filming, paidUpstream, routeToSource } from './policies.js';
import type { Stages } from './stages.js';
import { findEarlier } from './steps.js';

/** The steps of speech: each calls one activity with its policy and its priority. */

const paid = proxyActivities<MediaActivities>(paidUpstream);
const filmed = proxyActivities<MediaActivities>(filming);
const transfer = proxyActivities<MediaActivities>(bulkTransfer);

/**
 * Speaks the text of the request with the first source that succeeds.
 * @param keep whether the speech is the output
 * @returns null if the generation was cancelled
 */
export function generateSpeech(
  { generationId }: GenerationJob,
  stages: Stages,
  routes: readonly ModelSource[],
  keep: boolean,
): Promise<GeneratedAsset | null> {
  return stages.trySources('speech_generation', routes, (route, attempt) =>
    stages.turn.take(paidUpstream, (turn) =>
      paid.generateSpeech.executeWithOptions(
        {
          ...turn,
          ...routeToSource(route),
          summary: `speak with ${route.provider}/${route.upstreamModel}`,
        },
        [{ generationId, route, attempt, keep }],
      ),
    ),
  );
}

/** Moves the lips of the person in a clip with the first source that succeeds. */
export function syncLips(
  { generationId }: GenerationJob,
  stages: Stages,
  routes: readonly ModelSource[],
  { assetKey: clip }: GeneratedAsset,
  { assetKey: speech }: GeneratedAsset,
): Promise<GeneratedAsset | null> {
  return stages.trySources('lip_sync', routes, (route, attempt) =>
    stages.turn.take(filming, (turn) =>
      filmed.syncLips.executeWithOptions(
        {
          ...turn,
          ...routeToSource(route),
          summary: `sync lips with ${route.provider}/${route.upstreamModel}`,
        },
        [{ generationId, route, attempt, clip, speech }],
      ),
    ),
  );
}

/** Makes the output from the raw speech in the store, like `keepImage`. */
export async function keepSpeech(
  { generationId }: GenerationJob,
  stages: Stages,
  { keeping, ...generated }: GeneratedAsset,
): Promise<void> {
  if (keeping === 'kept') return stages.showPassed('storage');
  const step = () =>
    stages.turn.take(bulkTransfer, (turn) =>
      transfer.keepSpeech.executeWithOptions({ ...turn, summary: 'store output' }, [
        { generationId, ...generated },
      ]),
    );
  await stages.retry('storage', step, findEarlier(keeping));
}
