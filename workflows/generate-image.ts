import {
  allHandlersFinished,
  CancellationScope,
  condition,
  defineUpdate,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow';
import type { MediaActivities } from '../activities/media.js';
import type { StateActivities } from '../activities/state.js';
import { GenerationStopped } from './failures.js';
import {
  PRIORITY,
  UPDATES,
  type CancelOutcome,
  type CancelRequest,
  type GenerationJob,
  type GenerationOutcome,
} from './names.js';
import { bulkTransfer, paidUpstream, quickDb, readUpstream } from './policies.js';
import { Stages } from './stages.js';

const state = proxyLocalActivities<StateActivities>(quickDb);
const reading = proxyActivities<MediaActivities>(readUpstream);
const paid = proxyActivities<MediaActivities>(paidUpstream);
const transfer = proxyActivities<MediaActivities>(bulkTransfer);

const waiting = { priority: { priorityKey: PRIORITY.waiting } };
const underWay = { priority: { priorityKey: PRIORITY.underWay } };

const cancelUpdate = defineUpdate<CancelOutcome, [CancelRequest]>(UPDATES.cancel);

/**
 * One image: analyse what was given, generate, store, finish (design §6). The first activity claims
 * the generation; until a media worker takes it, it is queued and can be cancelled.
 */
export async function generateImage(job: GenerationJob): Promise<GenerationOutcome> {
  const scope = new CancellationScope();
  let cancelled = false;
  setHandler(cancelUpdate, async ({ claim }) => {
    const outcome = await CancellationScope.nonCancellable(() =>
      state.cancelGeneration({ generationId: job.generationId, claim }),
    );
    if (outcome === 'cancelled') {
      cancelled = true;
      scope.cancel();
    }
    return outcome;
  });
  const stages = new Stages(job, job.analyses[0] ?? 'image_generation');
  const outcome = await scope
    .run(() => pipeline(job, stages))
    .catch((error: unknown) => (cancelled ? 'cancelled' : fail(job, error)));
  // An operator's cancel reaches every wait of the run; this one still has to end.
  await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  stages.finish(outcome);
  return outcome;
}

async function pipeline(job: GenerationJob, stages: Stages): Promise<GenerationOutcome> {
  const { generationId } = job;
  await Promise.all(
    job.analyses.map((stage) =>
      stages.optional(stage, () =>
        reading.analyse.executeWithOptions({ ...waiting, summary: stage }, [
          { generationId, stage },
        ]),
      ),
    ),
  );
  const generated = await stages.firstRoute('image_generation', (route, attempt) =>
    paid.generateImage.executeWithOptions(
      {
        ...(attempt === 1 ? waiting : underWay),
        summary: `generate with ${route.provider}/${route.upstreamModel}`,
      },
      [{ generationId, route, attempt }],
    ),
  );
  if (generated === null) return 'cancelled';
  await stages.retried('storage', () =>
    transfer.keepOutput.executeWithOptions({ ...underWay, summary: 'store output' }, [
      { generationId, ...generated },
    ]),
  );
  await state.completeGeneration({ generationId });
  return 'completed';
}

/** Refunds and reports; runs to its end even while the workflow itself is being cancelled. */
async function fail(job: GenerationJob, error: unknown): Promise<GenerationOutcome> {
  const stopped = error instanceof GenerationStopped ? error : stoppedByOperator(error);
  await CancellationScope.nonCancellable(() =>
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
  );
  return 'failed';
}

/** A cancellation that did not come from the API: someone ended the run in the Temporal UI. */
function stoppedByOperator(error: unknown): GenerationStopped {
  if (!isCancellation(error)) throw error;
  return new GenerationStopped('queue', {
    kind: 'unknown',
    message: 'An operator ended the run.',
    status: null,
    retryAfterMs: null,
  });
}
