import { proxyActivities } from '@temporalio/workflow';
import type { MediaActivities } from '../activities/media.js';
import type { GeneratedAsset } from '../activities/generate.js';
import type { ModelSource } from '../domain/catalogue/model-source.js';
import { findQueue, PRIORITY } from '../domain/catalogue/queues.js';
import type { GenerationJob } from '../domain/catalogue/runs.js';
import {
  analysis,
  bulkTransfer,
  encoding,
  filming,
  paidUpstream,
  readUpstream,
} from './policies.js';
import type { Stages } from './stages.js';
import { runStateStep } from './state-step.js';

/** The steps of the pipelines: each calls one activity with its policy and its priority. */

const looking = proxyActivities<MediaActivities>(analysis);
const reading = proxyActivities<MediaActivities>(readUpstream);
const paid = proxyActivities<MediaActivities>(paidUpstream);
const filmed = proxyActivities<MediaActivities>(filming);
const encoded = proxyActivities<MediaActivities>(encoding);
const transfer = proxyActivities<MediaActivities>(bulkTransfer);

const waiting = { priority: { priorityKey: PRIORITY.waiting } };
const underWay = { priority: { priorityKey: PRIORITY.underWay } };

/** Analyses all inputs at the same time; the generation goes on without failed ones. */
export async function analyse(job: GenerationJob, stages: Stages): Promise<void> {
  const { generationId } = job;
  await Promise.all(
    job.analyses.map((stage) =>
      stages.tryOptional(stage, () =>
        looking.analyse.executeWithOptions({ ...waiting, summary: stage }, [
          { generationId, stage },
        ]),
      ),
    ),
  );
}

/** Has a text model write the prompt; without one the template says the same in simpler words. */
export async function writePrompt(job: GenerationJob, stages: Stages): Promise<void> {
  const { generationId } = job;
  await stages.tryEach('text_model', job.textModels ?? [], (model) =>
    reading.writePrompt.executeWithOptions({ ...waiting, summary: `prompt by ${model}` }, [
      { generationId, model },
    ]),
  );
}

/** Makes one picture with the first source that can. @returns null when it was cancelled */
export function generateImage(
  { generationId }: GenerationJob,
  stages: Stages,
  routes: readonly ModelSource[],
): Promise<GeneratedAsset | null> {
  return stages.trySources('image_generation', routes, (route, attempt) =>
    paid.generateImage.executeWithOptions(
      {
        ...(attempt === 1 ? waiting : underWay),
        taskQueue: findQueue(route),
        summary: `generate with ${route.provider}/${route.upstreamModel}`,
      },
      [{ generationId, route, attempt }],
    ),
  );
}

/**
 * Makes one clip with the first source that can. @param frame where a generated first frame waits
 */
export function generateVideo(
  { generationId }: GenerationJob,
  stages: Stages,
  routes: readonly ModelSource[],
  frame: string | null,
): Promise<GeneratedAsset | null> {
  return stages.trySources('video_generation', routes, (route, attempt) =>
    filmed.generateVideo.executeWithOptions(
      {
        ...(attempt === 1 ? waiting : underWay),
        taskQueue: findQueue(route),
        summary: `film with ${route.provider}/${route.upstreamModel}`,
      },
      [{ generationId, route, attempt, frame }],
    ),
  );
}

/** Makes the output from the raw picture in the store. */
export async function keepImage(
  { generationId }: GenerationJob,
  stages: Stages,
  generated: GeneratedAsset,
): Promise<void> {
  await stages.retry('storage', () =>
    encoded.keepOutput.executeWithOptions({ ...underWay, summary: 'store output' }, [
      { generationId, ...generated },
    ]),
  );
}

/** Makes the output from a clip; its poster is made from a first frame. */
export async function keepVideo(
  { generationId }: GenerationJob,
  stages: Stages,
  generated: GeneratedAsset,
  frame: string | null,
): Promise<void> {
  await stages.retry('storage', () =>
    transfer.keepVideo.executeWithOptions({ ...underWay, summary: 'store output' }, [
      { generationId, ...generated, frame },
    ]),
  );
}

/** Finishes the generation: status, settled hold, free slot and event in one transaction. */
export async function complete({ generationId, credits }: GenerationJob): Promise<void> {
  const summary = `charge ${describeCredits(credits)}`;
  await runStateStep(summary, (state) => state.completeGeneration({ generationId }));
}

/** The price as a summary names it; jobs of earlier versions do not know it. */
export function describeCredits(credits: number | undefined): string {
  if (credits === undefined) return 'the price';
  return credits === 1 ? '1 credit' : `${credits} credits`;
}
