import type { DataSource, EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import type { Pass } from '../ports/checkpoint.js';
import type {
  AnswerClaim,
  CancelOutcome,
  GenerationOutcome,
  NewTimelineEntry,
} from '../catalogue/runs.js';
import type { GenerationError, GenerationStatus } from '../catalogue/stages.js';
import { presentGeneration, type GenerationBody, type MediaUrl } from '../contract/generation.js';
import { closeHold } from '../ledger/close-hold.js';
import { emitGenerationEvent } from '../webhooks/emit-event.js';
import { AlreadyAnswered, storeAnswer } from '../durable/stored-answers.js';
import { commitAndStart } from '../durable/answer-once.js';
import type { StartDeps, WorkflowToStart } from '../durable/start-workflow.js';
import { affected, oneOf } from '../../entities/rows.js';

/**
 * The transitions of a generation (docs/design.md, Generations). Each is one guarded UPDATE: the
 * caller goes on when its row count is 1. All are safe to repeat: a repeated step changes nothing.
 */
export interface AdvanceDeps extends StartDeps {
  readonly mediaUrl: MediaUrl;
  readonly pass: Pass;
}

export const ACTIVE: readonly GenerationStatus[] = ['queued', 'processing'];

/** One compare-and-set of the row. @returns whether this call changed it */
export async function change(
  tx: EntityManager,
  id: string,
  from: readonly GenerationStatus[],
  set: string,
  values: readonly unknown[] = [],
): Promise<boolean> {
  const count = await affected(
    tx,
    `UPDATE generation SET ${set} WHERE id = $1 AND status = ANY($2)`,
    [id, from, ...values],
  );
  return count === 1;
}

/**
 * Claims a generation for the pipeline: queued -> processing. A retry of the step that claimed it
 * succeeds again.
 * @returns the row, or null when it was cancelled or has finished: then the pipeline stops
 */
export async function claimGeneration(db: DataSource, id: string): Promise<Generation | null> {
  const claimed = await change(
    db.manager,
    id,
    ACTIVE,
    "status = 'processing', started_at = coalesce(started_at, now())",
  );
  return claimed ? db.manager.findOneBy(Generation, { id }) : null;
}

const toStampedJson = (entry: NewTimelineEntry) => JSON.stringify([{ at: Date.now(), ...entry }]);

/** Fixes the keys of the output before it is written, so that a retry writes the same objects. */
export async function reserveOutputKeys(
  db: DataSource,
  id: string,
  keys: { output: string; thumbnail: string },
): Promise<{ output: string; thumbnail: string } | null> {
  const row = await oneOf<{ output_key: string; thumbnail_key: string }>(
    db,
    `UPDATE generation SET output_key = coalesce(output_key, $2),
       thumbnail_key = coalesce(thumbnail_key, $3)
     WHERE id = $1 AND status = 'processing' RETURNING output_key, thumbnail_key`,
    [id, keys.output, keys.thumbnail],
  );
  return row ? { output: row.output_key, thumbnail: row.thumbnail_key } : null;
}

/** processing -> completed: the hold is settled, the slot freed, the event written. */
export async function completeGeneration(deps: AdvanceDeps, id: string): Promise<void> {
  const complete = async (tx: EntityManager, starts: WorkflowToStart[]) => {
    const done = await change(tx, id, ['processing'], "status = 'completed', completed_at = now()");
    if (!done) return;
    await closeHold(tx, { refType: 'generation', refId: id, settle: 'all' });
    await announce(deps, tx, id, starts);
    deps.pass('finish.before_commit');
  };
  await commitAndStart(deps, complete, () => deps.pass('finish.after_commit'));
}

/**
 * queued or processing -> failed: the full price goes back to the buckets it came from.
 * @returns false when it had ended before: then nothing has changed
 */
export async function failGeneration(
  deps: AdvanceDeps,
  id: string,
  error: GenerationError,
  entry: NewTimelineEntry,
): Promise<boolean> {
  const fail = async (tx: EntityManager, starts: WorkflowToStart[]) => {
    const failed = await change(
      tx,
      id,
      ACTIVE,
      `status = 'failed', completed_at = now(), refunded_credits = credits,
       error = $3::jsonb, timeline = timeline || $4::jsonb`,
      [JSON.stringify(error), toStampedJson(entry)],
    );
    if (!failed) return false;
    await closeHold(tx, { refType: 'generation', refId: id, settle: 0 });
    await announce(deps, tx, id, starts);
    deps.pass('finish.before_commit');
    return true;
  };
  return commitAndStart(deps, fail, () => deps.pass('finish.after_commit'));
}

/** How a generation has ended that is no longer active; one that was deleted has failed here. */
export async function readEnd(tx: EntityManager, id: string): Promise<GenerationOutcome> {
  const status = (await tx.findOneBy(Generation, { id }))?.status;
  return status === 'completed' || status === 'cancelled' ? status : 'failed';
}

const CANCELLED: GenerationError = {
  code: 'CANCELLED',
  message: 'Cancelled before processing began. The full price was refunded.',
};

/**
 * queued -> cancelled, with refund, event and the stored answer of the request. When another
 * request has used the key, nothing changes: a caller who is refused has cancelled nothing.
 */
export async function cancelGeneration(
  deps: AdvanceDeps,
  id: string,
  claim: AnswerClaim,
): Promise<CancelOutcome> {
  const cancel = async (tx: EntityManager, starts: WorkflowToStart[]): Promise<CancelOutcome> => {
    const cancelled = await change(
      tx,
      id,
      ['queued'],
      `status = 'cancelled', completed_at = now(), refunded_credits = credits, error = $3::jsonb`,
      [JSON.stringify(CANCELLED)],
    );
    if (!cancelled) return readOutcome(tx, id);
    // Like every request it claims its key before it locks the account. In another order it and a
    // request that creates something under the same key would wait for each other.
    const body = JSON.stringify(await announce(deps, tx, id, starts));
    await storeAnswer(tx, claim, { status: 200, body });
    await closeHold(tx, { refType: 'generation', refId: id, settle: 0 });
    return 'cancelled';
  };
  return commitAndStart(deps, cancel).catch((error: unknown) => {
    if (error instanceof AlreadyAnswered) return 'not_queued';
    throw error;
  });
}

/**
 * How the generation stands when this call did not cancel it. An earlier try may have cancelled it
 * and lost its answer: then this one must say `cancelled`, or the workflow would go on waiting.
 */
async function readOutcome(tx: EntityManager, id: string): Promise<CancelOutcome> {
  const row = await tx.findOneBy(Generation, { id });
  return row?.status === 'cancelled' ? 'cancelled' : 'not_queued';
}

/**
 * Writes the event of the state that the generation has just reached, with its deliveries.
 * @returns the generation as the event shows it
 */
async function announce(
  deps: AdvanceDeps,
  tx: EntityManager,
  id: string,
  starts: WorkflowToStart[],
): Promise<GenerationBody> {
  const row = await tx.findOneByOrFail(Generation, { id });
  const body = presentGeneration(row, deps.mediaUrl);
  starts.push(...(await emitGenerationEvent(tx, row.accountId, body)));
  return body;
}
