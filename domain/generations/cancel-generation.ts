import type { EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import type { AnswerClaim, CancelOutcome } from '../catalogue/runs.js';
import type { GenerationError, TimelineEntry } from '../catalogue/stages.js';
import type { WorkBody } from '../contract/work.js';
import { answerInRun, commitAndStart } from '../durable/answer-once.js';
import type { WorkflowToStart } from '../durable/start-workflow.js';
import { closeHold } from '../ledger/close-hold.js';
import { announce, change, type AdvanceDeps, type AdvanceResult } from './advance-generation.js';
import { countEnd } from './count-end.js';
import { recordTimeline } from './record-progress.js';

const CANCELLED: GenerationError = {
  code: 'CANCELLED',
  message: 'Cancelled before processing began. The full price was refunded.',
};

const OVERDUE: GenerationError = {
  code: 'CANCELLED',
  message:
    'Cancelled because processing had not begun in the time of Cancel-After. The full price was refunded.',
};

/** The timeline's line about a generation that had begun before it was overdue. */
const CAME_TOO_LATE: Omit<TimelineEntry, 'at'> = {
  stage: 'queue',
  resolution: 'fallback',
  status: null,
  message: 'Cancel-After came too late: the generation had already begun.',
};

/**
 * Cancels a generation (queued -> cancelled), with the refund, the event and the request's stored
 * response. Changes nothing if another request has used the key: a refused caller must not have
 * cancelled anything.
 */
export async function cancelGeneration(
  deps: AdvanceDeps,
  id: string,
  claim: AnswerClaim,
): Promise<CancelOutcome> {
  const done = await answerInRun(
    deps,
    claim,
    (tx, once) => cancelQueued(deps, tx, id, { error: CANCELLED, ...once }),
    ({ ended }) => countEnd(deps, ended),
  );
  return done?.outcome ?? 'not_queued';
}

/**
 * Cancels a generation that is still queued when its `Cancel-After` time has passed, with the
 * refund and the event. If it has begun, it continues, and its timeline says so.
 * @param cancelAt when it was overdue, in Unix milliseconds
 */
export async function cancelOverdue(
  deps: AdvanceDeps,
  id: string,
  cancelAt: number,
): Promise<CancelOutcome> {
  const { outcome } = await commitAndStart(
    deps,
    (tx, starts) => cancelQueued(deps, tx, id, { error: OVERDUE, starts }),
    ({ ended }) => countEnd(deps, ended),
  );
  if (outcome === 'not_queued') {
    await recordTimeline(deps.db, id, { at: cancelAt, ...CAME_TOO_LATE });
  }
  return outcome;
}

interface Cancellation {
  readonly error: GenerationError;
  readonly starts: WorkflowToStart[];
  /** Stores the response of the request that cancels, if there is one. */
  readonly answer?: (body: WorkBody) => Promise<unknown>;
}

async function cancelQueued(
  deps: AdvanceDeps,
  tx: EntityManager,
  id: string,
  { error, starts, answer }: Cancellation,
): Promise<AdvanceResult<CancelOutcome>> {
  const cancelled = await change(
    tx,
    id,
    ['queued'],
    `status = 'cancelled', completed_at = now(), refunded_credits = credits, error = $3::jsonb`,
    [JSON.stringify(error)],
  );
  if (!cancelled) return { outcome: await readOutcome(tx, id), ended: null };
  // Claims the key before locking the account, like every request. In the opposite order, this
  // request and a request that creates something under the same key would deadlock.
  const ended = await announce(deps, tx, id, starts);
  await answer?.(ended);
  await closeHold(tx, { refType: 'generation', refId: id, settle: 0 });
  return { outcome: 'cancelled', ended };
}

/**
 * Reads the state of a generation that this call did not cancel. An earlier attempt may have
 * cancelled it and lost the response: then this call must return `cancelled`, or the workflow would
 * keep waiting.
 */
async function readOutcome(tx: EntityManager, id: string): Promise<CancelOutcome> {
  const row = await tx.findOneBy(Generation, { id });
  return row?.status === 'cancelled' ? 'cancelled' : 'not_queued';
}
