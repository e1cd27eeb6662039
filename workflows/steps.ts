import { proxyActivities } from '@temporalio/workflow';
import type { MediaActivities } from '../activities/media.js';
import type { GeneratedAsset } from '../activities/generate-step.js';
import type { ModelSource } from '../domain/catalogue/model-source.js';
import type { GenerationJob } from '../domain/catalogue/runs.js';
import { keepPart, makePart } from './paid-step.js';
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
 */
export const generateImage = (
  job: GenerationJob,
  stages: Stages,
  routes: readonly ModelSource[],
  keep: boolean,
): Promise<GeneratedAsset | null> =>
  makePart(
    job,
    stages,
    { stage: 'image_generation', routes, policy: paidUpstream, verb: 'generate' },
    (options, input) => paid.generateImage.executeWithOptions(options, [{ ...input, keep }]),
  );

/** Keys of the parts of a clip that were made before it. */
export interface ClipParts {
  /** A generated first frame; null if the caller provided the frame. */
  readonly frame: string | null;
  /** The spoken script; absent without a script. */
  readonly speech?: string;
}

/** Makes one clip with the first source that succeeds. */
export const generateVideo = (
  job: GenerationJob,
  stages: Stages,
  parts: ClipParts,
): Promise<GeneratedAsset | null> =>
  makePart(
    job,
    stages,
    { stage: 'video_generation', routes: job.routes, policy: filming, verb: 'generate' },
    (options, input) => {
      const keep = job.lipSync === undefined;
      return filmed.generateVideo.executeWithOptions(options, [{ ...input, ...parts, keep }]);
    },
  );

/**
 * Speaks the text of the request with the first source that succeeds.
 * @param keep whether the speech is the output
 * @param chooseSpeed returns the factor of a script's tempo for a source
 */
export const generateSpeech = (
  job: GenerationJob,
  stages: Stages,
  routes: readonly ModelSource[],
  keep: boolean,
  chooseSpeed: (route: ModelSource) => number | undefined = () => undefined,
): Promise<GeneratedAsset | null> =>
  makePart(
    job,
    stages,
    { stage: 'speech_generation', routes, policy: paidUpstream, verb: 'speak' },
    (options, input) => {
      const speed = chooseSpeed(input.route);
      const asked = { ...input, keep, ...(speed !== undefined && { speed }) };
      return paid.generateSpeech.executeWithOptions(options, [asked]);
    },
  );

/**
 * Speaks the script of a video. Speech that is a little longer than the clip is ordered once more,
 * faster: a new attempt, so its order is recorded separately and sent once. Results of earlier
 * versions never ask for it, so their runs replay without `patched()`.
 */
export async function speakScript(
  job: GenerationJob,
  stages: Stages,
  routes: readonly ModelSource[],
): Promise<GeneratedAsset | null> {
  const speech = await generateSpeech(job, stages, routes, false, () => 1);
  if (!speech?.again) return speech;
  const { route, speed } = speech.again;
  const isSame = ({ provider, upstreamModel }: ModelSource) =>
    provider === route.provider && upstreamModel === route.upstreamModel;
  // Another source may be faster by itself, and is not asked to repeat its order.
  const rest = routes.slice(routes.findIndex(isSame));
  return generateSpeech(job, stages, rest, false, (one) => (isSame(one) ? speed : undefined));
}

/** Moves the lips of the person in a clip with the first source that succeeds. */
export const syncLips = (
  job: GenerationJob,
  stages: Stages,
  routes: readonly ModelSource[],
  { assetKey: clip }: GeneratedAsset,
  { assetKey: speech }: GeneratedAsset,
): Promise<GeneratedAsset | null> =>
  makePart(
    job,
    stages,
    { stage: 'lip_sync', routes, policy: filming, verb: 'sync lips' },
    (options, input) => filmed.syncLips.executeWithOptions(options, [{ ...input, clip, speech }]),
  );

/** Makes the output from a raw image. */
export const keepImage = (
  job: GenerationJob,
  stages: Stages,
  generated: GeneratedAsset,
): Promise<void> =>
  keepPart(job, stages, encoding, generated, (options, input) =>
    encoded.keepOutput.executeWithOptions(options, [input]),
  );

/** Makes the output from a raw clip; its poster is made from the first frame. */
export const keepVideo = (
  job: GenerationJob,
  stages: Stages,
  generated: GeneratedAsset,
  parts: ClipParts & { readonly silent?: string },
): Promise<void> =>
  keepPart(job, stages, bulkTransfer, generated, (options, input) =>
    transfer.keepVideo.executeWithOptions(options, [{ ...input, ...parts }]),
  );

/** Makes the output from raw speech. */
export const keepSpeech = (
  job: GenerationJob,
  stages: Stages,
  generated: GeneratedAsset,
): Promise<void> =>
  keepPart(job, stages, bulkTransfer, generated, (options, input) =>
    transfer.keepSpeech.executeWithOptions(options, [input]),
  );

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
