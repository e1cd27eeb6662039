import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { MediaActivities } from '../activities/media.js';
import type { GeneratedAsset } from '../activities/generate.js';
import type { StateActivities } from '../activities/generations.js';
import type { ModelSource } from '../domain/catalogue/model-source.js';
import { PRIORITY } from '../domain/catalogue/queues.js';
import type { GenerationJob } from '../domain/catalogue/runs.js';
import { bulkTransfer, filming, paidUpstream, quickDb, readUpstream } from './policies.js';
import type { Stages } from './stages.js';

/** The steps that pipelines are made of: one activity each, under its policy and its priority. */

const state = proxyLocalActivities<StateActivities>(quickDb);
const reading = proxyActivities<MediaActivities>(readUpstream);
const paid = proxyActivities<MediaActivities>(paidUpstream);
const filmed = proxyActivities<MediaActivities>(filming);
const transfer = proxyActivities<MediaActivities>(bulkTransfer);

const waiting = { priority: { priorityKey: PRIORITY.waiting } };
const underWay = { priority: { priorityKey: PRIORITY.underWay } };

/** Looks at what was given, side by side; none of it is needed. */
export async function analyse(job: GenerationJob, stages: Stages): Promise<void> {
  const { generationId } = job;
  await Promise.all(
    job.analyses.map((stage) =>
      stages.tryOptional(stage, () =>
        reading.analyse.executeWithOptions({ ...waiting, summary: stage }, [
          { generationId, stage },
        ]),
      ),
    ),
  );
}

/** Has a text model write the prompt; the template says the same in plainer words. */
export async function writePrompt(job: GenerationJob, stages: Stages): Promise<void> {
  const { generationId } = job;
  await stages.tryEach('text_model', job.textModels ?? [], (model) =>
    reading.writePrompt.executeWithOptions({ ...waiting, summary: `prompt by ${model}` }, [
      { generationId, model },
    ]),
  );
}

/** One picture by the first route that can. @returns null when the generation was cancelled */
export function generateImage(
  { generationId }: GenerationJob,
  stages: Stages,
  routes: readonly ModelSource[],
): Promise<GeneratedAsset | null> {
  return stages.trySources('image_generation', routes, (route, attempt) =>
    paid.generateImage.executeWithOptions(
      {
        ...(attempt === 1 ? waiting : underWay),
        summary: `generate with ${route.provider}/${route.upstreamModel}`,
      },
      [{ generationId, route, attempt }],
    ),
  );
}

/** One clip by the first route that can. @param frame where a generated first frame waits */
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
        summary: `film with ${route.provider}/${route.upstreamModel}`,
      },
      [{ generationId, route, attempt, frame }],
    ),
  );
}

/** Copies a picture out of where it waits. */
export async function keepImage(
  { generationId }: GenerationJob,
  stages: Stages,
  generated: GeneratedAsset,
): Promise<void> {
  await stages.retry('storage', () =>
    transfer.keepOutput.executeWithOptions({ ...underWay, summary: 'store output' }, [
      { generationId, ...generated },
    ]),
  );
}

/** The same of a clip; a first frame makes its poster. */
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

/** The end: status, settled hold, free slot and event in one transaction. */
export async function complete({ generationId }: GenerationJob): Promise<void> {
  await state.completeGeneration({ generationId });
}
