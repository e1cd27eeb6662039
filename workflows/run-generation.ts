import {
  allHandlersFinished,
  CancellationScope,
  condition,
  defineUpdate,
  setHandler,
} from '@temporalio/workflow';
import type { StateActivities } from '../activities/generations.js';
import type { Stage } from '../domain/catalogue/stages.js';
import { cancelAfter } from './cancel-after.js';
import { readEndingVersion, isCancelledHere } from './ending.js';
import { GenerationStopped, readFailure } from './failures.js';
import { nameStep } from './describe-run.js';
import { closeRun, type GenerationEnd } from './close-run.js';
import { UPDATES } from '../domain/catalogue/queues.js';
import type {
  CancelOutcome,
  CancelRequest,
  GenerationJob,
  GenerationOutcome,
} from '../domain/catalogue/runs.js';
import { Stages } from './stages.js';
import { runStateStep } from './state-step.js';
import { describeCredits } from './steps.js';

const cancelUpdate = defineUpdate<CancelOutcome, [CancelRequest]>(UPDATES.cancel);

type CancelStep = (state: StateActivities) => Promise<CancelOutcome>;

/**
 * Frames every generation: the update and the time that cancel it while it is queued, the stages
 * that operators see, and exactly one end in all cases (docs/design.md, Generations).
 * @param first the stage of the generation's first step
 */
export async function runGeneration(
  job: GenerationJob,
  first: Stage,
  pipeline: (stages: Stages) => Promise<GenerationOutcome>,
): Promise<GenerationOutcome> {
  const version = readEndingVersion();
  const scope = new CancellationScope();
  let cancelled = false;
  const cancel = async (summary: string, step: CancelStep): Promise<CancelOutcome> => {
    const outcome = await CancellationScope.nonCancellable(() => runStateStep(summary, step));
    if (outcome === 'cancelled') {
      cancelled = true;
      scope.cancel();
    }
    return outcome;
  };
  const { generationId } = job;
  setHandler(cancelUpdate, ({ claim }) =>
    cancel('cancel while it is queued', (state) => state.cancelGeneration({ generationId, claim })),
  );
  const cancelOverdue = (cancelAt: number) =>
    cancel('cancel if it is still queued', (state) =>
      state.cancelOverdue({ generationId, cancelAt }),
    );
  const stages = new Stages(job, first);
  const end = await scope
    .run(() => cancelAfter(job.cancelAt, cancelOverdue, () => pipeline(stages)))
    .then(
      (outcome) => buildEnd(job, outcome),
      (error: unknown) => (cancelled ? buildEnd(job, 'cancelled') : fail(job, stages, error)),
    );
  // An operator's cancel ends every wait in the run, but this wait must still complete.
  await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  stages.finish(end);
  return version === 0 ? end.outcome : closeRun(end);
}

/** Builds an outcome without a failure. */
const buildEnd = ({ credits }: GenerationJob, outcome: GenerationOutcome): GenerationEnd =>
  outcome === 'cancelled' ? { outcome, code: 'CANCELLED', refunded: credits } : { outcome };

/** A failure's consequence, as the timeline shows it. */
const REFUNDED = 'Stopped and refunded.';

/** Refunds and reports; completes even if the workflow itself is being cancelled. */
async function fail(job: GenerationJob, stages: Stages, error: unknown): Promise<GenerationEnd> {
  const stopped = readStop(stages, error);
  stages.showStop(stopped);
  const { code, publicMessage: message } = stopped;
  const summary = `refund ${describeCredits(job.credits)}: ${code}`;
  const outcome: GenerationOutcome | undefined = await CancellationScope.nonCancellable(() =>
    runStateStep(summary, (state) =>
      state.failGeneration({
        generationId: job.generationId,
        error: { code, message },
        entry: {
          stage: stopped.stage,
          resolution: 'stopped',
          status: stopped.failure.status,
          message: `${stopped.failure.message} ${REFUNDED}`,
        },
        ...nameStep(stopped.failure, REFUNDED),
      }),
    ),
  );
  // The row decides, because the final step may have succeeded but lost its result. In histories of
  // earlier versions this step returns nothing.
  if (outcome && outcome !== 'failed') return buildEnd(job, outcome);
  return { outcome: 'failed', code, message, refunded: job.credits };
}

/**
 * Converts any failure to the generation's stop.
 * @throws {Error} a bug, like `readFailure`
 */
function readStop(stages: Stages, error: unknown): GenerationStopped {
  if (error instanceof GenerationStopped) return error;
  if (!isCancelledHere(error)) return stages.stopHere(readFailure(error));
  // The API did not send this cancel: an operator ended the run in the Temporal UI.
  return new GenerationStopped('queue', {
    kind: 'unknown',
    message: 'An operator ended the run.',
    status: null,
    retryAfterMs: null,
  });
}
