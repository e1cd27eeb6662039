import {
  allHandlersFinished,
  CancellationScope,
  condition,
  defineSignal,
  defineUpdate,
  isCancellation,
  setHandler,
} from '@temporalio/workflow';
import type { Stage } from '../domain/catalogue/stages.js';
import { GenerationStopped } from './failures.js';
import { SIGNALS, UPDATES } from '../domain/catalogue/queues.js';
import type {
  CancelOutcome,
  CancelRequest,
  GenerationJob,
  GenerationOutcome,
} from '../domain/catalogue/runs.js';
import { Stages } from './stages.js';
import { runStateStep } from './state-step.js';

const cancelUpdate = defineUpdate<CancelOutcome, [CancelRequest]>(UPDATES.cancel);
const progressSignal = defineSignal<[string]>(SIGNALS.progress);

/**
 * The frame of every generation: the update that cancels it while it is queued, the stages that
 * operators see, and exactly one end, whatever happens (docs/design.md, Generations).
 * @param first the stage of its first step
 */
export async function runGeneration(
  job: GenerationJob,
  first: Stage,
  pipeline: (stages: Stages) => Promise<GenerationOutcome>,
): Promise<GenerationOutcome> {
  const scope = new CancellationScope();
  let cancelled = false;
  setHandler(cancelUpdate, async ({ claim }) => {
    const outcome = await CancellationScope.nonCancellable(() =>
      runStateStep('cancel', (state) =>
        state.cancelGeneration({ generationId: job.generationId, claim }),
      ),
    );
    if (outcome === 'cancelled') {
      cancelled = true;
      scope.cancel();
    }
    return outcome;
  });
  const stages = new Stages(job, first);
  setHandler(progressSignal, (line) => stages.showProgress(line));
  const outcome = await scope
    .run(() => pipeline(stages))
    .catch((error: unknown) => (cancelled ? 'cancelled' : fail(job, error)));
  // An operator's cancel ends every wait of the run, but this one must still be completed.
  await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  stages.finish(outcome);
  return outcome;
}

/** Refunds and reports; it is completed even while the workflow itself is being cancelled. */
async function fail(job: GenerationJob, error: unknown): Promise<GenerationOutcome> {
  const stopped = error instanceof GenerationStopped ? error : readOperatorStop(error);
  await CancellationScope.nonCancellable(() =>
    runStateStep('refund', (state) =>
      state.failGeneration({
        generationId: job.generationId,
        error: { code: stopped.code, message: stopped.publicMessage },
        entry: {
          stage: stopped.stage,
          resolution: 'stopped',
          status: stopped.failure.status,
          message: `${stopped.failure.message} Stopped and refunded.`,
        },
      }),
    ),
  );
  return 'failed';
}

/** Reads a cancellation that is not from the API: somebody ended the run in the Temporal UI. */
function readOperatorStop(error: unknown): GenerationStopped {
  if (!isCancellation(error)) throw error;
  return new GenerationStopped('queue', {
    kind: 'unknown',
    message: 'An operator ended the run.',
    status: null,
    retryAfterMs: null,
  });
}
