import { proxyActivities } from '@temporalio/workflow';
import type { MediaActivities } from '../activities/media.js';
import type { GeneratedAsset } from '../activities/generate-step.js';
import type { ModelSource } from '../domain/catalogue/model-source.js';
import type { GenerationJob } from '../domain/catalogue/runs.js';
import {
  analysis,
  routeToSource,
  bulkTransfer,
  encoding,
  filming,
  paidUpstream,
  readUpstream,
} from './policies.js';
import type { StepFailure } from './failures.js';
import { STORE_FAILED } from './next-step.js';
import type { Stages } from './stages.js';
import { runStateStep } from './state-step.js';

/** The pipelines' steps: each calls one activity with its policy and its priority. */

const looking = proxyActivities<MediaActivities>(analysis);
const reading = proxyActivities<MediaActivities>(readUpstream);
const paid = proxyActivities<MediaActivities>(paidUpstream);
const filmed = proxyActivities<MediaActivities>(filming);
const encoded = proxyActivities<MediaActivities>(encoding);
const transfer = proxyActivities<MediaActivities>(bulkTransfer);

/**
 * Analyses all inputs concurrently; the generation continues without an input whose analysis
 * failed.
 */
export async function analyse(job: GenerationJob, stages: Stages): Promise<void> {
  const { generationId } = job;
  await Promise.all(
    job.analyses.map((stage) =>
      stages.tryOptional(stage, () =>
        stages.turn.take(analysis, (turn) =>
          looking.analyse.executeWithOptions({ ...turn, summary: stage }, [
            { generationId, stage },
          ]),
        ),
      ),
    ),
  );
}

/** Lets a text model write the prompt; if there is no text model, uses a template. */
export async function writePrompt(job: GenerationJob, stages: Stages): Promise<void> {
  const { generationId } = job;
  await stages.tryEach('text_model', job.textModels ?? [], (model) =>
    stages.turn.take(readUpstream, (turn) =>
      reading.writePrompt.executeWithOptions({ ...turn, summary: `prompt by ${model}` }, [
        { generationId, model },
      ]),
    ),
  );
}

/**
 * Makes one image with the first source that succeeds.
 * @param keep whether the image is the output
 * @returns null if the generation was cancelled
 */
export function generateImage(
  { generationId }: GenerationJob,
  stages: Stages,
  routes: readonly ModelSource[],
  keep: boolean,
): Promise<GeneratedAsset | null> {
  return stages.trySources('image_generation', routes, (route, attempt) =>
    stages.turn.take(paidUpstream, (turn) =>
      paid.generateImage.executeWithOptions(
        {
          ...turn,
          ...routeToSource(route),
          summary: `generate with ${route.provider}/${route.upstreamModel}`,
        },
        [{ generationId, route, attempt, keep }],
      ),
    ),
  );
}

/** Keys of the parts of a clip that were made before it. */
export interface ClipParts {
  /** A generated first frame; null if the caller provided the frame. */
  readonly frame: string | null;
  /** The spoken script; absent without a script. */
  readonly speech?: string;
}

/** Makes one clip with the first source that succeeds. */
export function generateVideo(
  { generationId, routes, lipSync }: GenerationJob,
  stages: Stages,
  parts: ClipParts,
): Promise<GeneratedAsset | null> {
  return stages.trySources('video_generation', routes, (route, attempt) =>
    stages.turn.take(filming, (turn) =>
      filmed.generateVideo.executeWithOptions(
        {
          ...turn,
          ...routeToSource(route),
          summary: `generate with ${route.provider}/${route.upstreamModel}`,
        },
        [{ generationId, route, attempt, ...parts, keep: lipSync === undefined }],
      ),
    ),
  );
}

/**
 * Makes the output from the raw image in the store, unless the generation step has already made it.
 */
export async function keepImage(
  { generationId }: GenerationJob,
  stages: Stages,
  { keeping, ...generated }: GeneratedAsset,
): Promise<void> {
  if (keeping === 'kept') return stages.showPassed('storage');
  const step = () =>
    stages.turn.take(encoding, (turn) =>
      encoded.keepOutput.executeWithOptions({ ...turn, summary: 'store output' }, [
        { generationId, ...generated },
      ]),
    );
  await stages.retry('storage', step, findEarlier(keeping));
}

/** Makes the output from a raw clip; its poster is made from the first frame. */
export async function keepVideo(
  { generationId }: GenerationJob,
  stages: Stages,
  { keeping, ...generated }: GeneratedAsset,
  parts: ClipParts & { readonly silent?: string },
): Promise<void> {
  if (keeping === 'kept') return stages.showPassed('storage');
  const step = () =>
    stages.turn.take(bulkTransfer, (turn) =>
      transfer.keepVideo.executeWithOptions({ ...turn, summary: 'store output' }, [
        { generationId, ...generated, ...parts },
      ]),
    );
  await stages.retry('storage', step, findEarlier(keeping));
}

/** Counts a store failure in the generation step as the first attempt to store the result. */
export const findEarlier = (keeping: GeneratedAsset['keeping']): StepFailure | null =>
  keeping === 'store_failed' ? STORE_FAILED : null;

/** Finishes the generation: status, settled hold, released slot and event in one transaction. */
export async function complete({ generationId, credits }: GenerationJob): Promise<void> {
  const summary = `charge ${describeCredits(credits)}`;
  await runStateStep(summary, (state) => state.completeGeneration({ generationId }));
}

/** Returns the price as text for a summary; jobs from earlier versions do not contain a price. */
export function describeCredits(credits: number | undefined): string {
  if (credits === undefined) return 'the price';
  return credits === 1 ? '1 credit' : `${credits} credits`;
}
