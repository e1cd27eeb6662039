import type { ActivityOptions } from '@temporalio/workflow';
import type { GeneratedAsset, GenerateInput } from '../activities/generate-step.js';
import type { KeepInput } from '../activities/keep-output.js';
import type { ModelSource } from '../domain/catalogue/model-source.js';
import type { GenerationJob } from '../domain/catalogue/runs.js';
import type { Stage } from '../domain/catalogue/stages.js';
import type { StepFailure } from './failures.js';
import { STORE_FAILED } from './next-step.js';
import { routeToSource } from './policies.js';
import type { Stages } from './stages.js';

/** A step that an upstream is paid for. */
interface PaidStep {
  readonly stage: Stage;
  readonly routes: readonly ModelSource[];
  readonly policy: ActivityOptions;
  /** Begins the summary that operators see, such as `generate with local/studio`. */
  readonly verb: string;
}

/**
 * Makes a part of a generation with the first source that succeeds.
 * @param call calls the activity
 * @returns null if the generation was cancelled
 */
export const makePart = (
  { generationId }: GenerationJob,
  stages: Stages,
  { stage, routes, policy, verb }: PaidStep,
  call: (options: ActivityOptions, input: GenerateInput) => Promise<GeneratedAsset | null>,
): Promise<GeneratedAsset | null> =>
  stages.trySources(stage, routes, (route, attempt) =>
    stages.turn.take(policy, (turn) => {
      const summary = `${verb} with ${route.provider}/${route.upstreamModel}`;
      const input = { generationId, route, attempt };
      return call({ ...turn, ...routeToSource(route), summary }, input);
    }),
  );

/**
 * Makes the output from a raw asset in the store, unless the step that made the asset has already
 * done so.
 * @param call calls the activity
 */
export async function keepPart(
  { generationId }: GenerationJob,
  stages: Stages,
  policy: ActivityOptions,
  { keeping, ...generated }: GeneratedAsset,
  call: (options: ActivityOptions, input: KeepInput) => Promise<void>,
): Promise<void> {
  if (keeping === 'kept') return stages.showPassed('storage');
  const step = () =>
    stages.turn.take(policy, (turn) =>
      call({ ...turn, summary: 'store output' }, { generationId, ...generated }),
    );
  await stages.retry('storage', step, findEarlier(keeping));
}

/** Counts a store failure in the generation step as the first attempt to store the result. */
const findEarlier = (keeping: GeneratedAsset['keeping']): StepFailure | null =>
  keeping === 'store_failed' ? STORE_FAILED : null;
