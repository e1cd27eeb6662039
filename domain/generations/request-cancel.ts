import { createHash } from 'node:crypto';
import { Generation } from '../../entities/generation.js';
import { WorkflowStart } from '../../entities/workflow-start.js';
import type { AnswerClaim, CancelOutcome, CancelRequest } from '../catalogue/runs.js';
import { Refusal, refuseUnknown } from '../contract/refusal.js';
import type { WorkBody, WorkRef } from '../contract/work.js';
import { runInAccountTurn } from '../durable/account-turn.js';
import { findAnswer } from '../durable/idempotency-keys.js';
import type { AdvanceDeps } from './advance-generation.js';
import { cancelGeneration } from './cancel-generation.js';
import { buildGenerationWorkflow } from './generation-workflow.js';
import type { WorkflowToStart } from '../durable/start-workflow.js';

export interface CancelDeps extends AdvanceDeps {
  readonly temporal: {
    /** Sends the update `cancel`, and starts the run if the relay has not done so yet. */
    cancel(
      start: WorkflowToStart,
      request: CancelRequest,
      updateId: string,
    ): Promise<CancelOutcome | 'no_answer' | 'closed'>;
  };
}

/**
 * Asks the workflow to cancel, because only the workflow knows whether a worker has started. Its
 * activity changes the row, the credits and the stored response in one transaction. If the run is
 * closed and the row is still queued, no worker can start, so the same transaction runs in this
 * process.
 * @returns the cancelled generation or speech
 * @throws {Refusal} NOT_FOUND, CONFLICT if the generation is no longer queued, UNAVAILABLE if no
 * worker responds
 */
export async function requestCancel<Name extends WorkBody['object']>(
  deps: CancelDeps,
  accountId: string,
  { id, object }: WorkRef<Name>,
  claim: AnswerClaim,
): Promise<Extract<WorkBody, { object: Name }>> {
  const row = await deps.db.manager.findOneBy(Generation, { id, accountId });
  if (!row) throw refuseUnknown(object, id);
  if (row.status !== 'queued') throw refuseNotQueued(object, row.status);
  const pending = await deps.db.manager.findOneBy(WorkflowStart, { workflowId: id });
  // Without an outbox row the run was already started, so this job is not used.
  const start = pending ?? buildGenerationWorkflow(row, accountId, { analyses: [], routes: [] });
  // Only the claim's fields that the activity uses are written to the run's history.
  const stripped = { accountId: claim.accountId, key: claim.key, fingerprint: claim.fingerprint };
  const outcome = await deps.temporal.cancel(start, { claim: stripped }, deriveCancelId(claim));
  if (outcome === 'no_answer') {
    throw new Refusal('UNAVAILABLE', {
      message:
        'No worker answered in time. The cancel may still take effect: repeat it with the same Idempotency-Key.',
      headers: { 'Retry-After': '2' },
    });
  }
  if (outcome === 'closed') {
    await runInAccountTurn(deps, accountId, () => cancelGeneration(deps, id, stripped));
  }
  const answer = await findAnswer(deps.db.manager, claim);
  if (answer) return JSON.parse(answer.body) as Extract<WorkBody, { object: Name }>;
  const now = await deps.db.manager.findOneBy(Generation, { id, accountId });
  throw refuseNotQueued(object, now?.status ?? 'deleted');
}

/**
 * Derives the update's id. The same request joins the update in flight; another key is another
 * update.
 */
function deriveCancelId({ accountId, key }: AnswerClaim): string {
  const digest = createHash('sha256').update(`${accountId}\n${key}`).digest('hex');
  return `cancel-${digest.slice(0, 32)}`;
}

function refuseNotQueued(object: string, status: string): Refusal {
  return new Refusal('CONFLICT', {
    message: `The ${object} is ${status}; only a queued one can be cancelled.`,
    details: { status },
    headers: { 'x-should-retry': 'false' },
  });
}
