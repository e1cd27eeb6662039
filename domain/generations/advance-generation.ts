import type { DataSource, EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import type { Pass } from '../ports/checkpoint.js';
import type { GenerationOutcome, NewTimelineEntry } from '../catalogue/runs.js';
import type { GenerationError, GenerationStatus } from '../catalogue/stages.js';
import type { GenerationLinks } from '../contract/generation.js';
import { presentWork, type WorkBody } from '../contract/work.js';
import { closeHold } from '../ledger/close-hold.js';
import { emitWorkEvent } from '../webhooks/emit-event.js';
import { commitAndStart } from '../durable/answer-once.js';
import type { StartDeps, WorkflowToStart } from '../durable/start-workflow.js';
import { executeAndCount } from '../../entities/rows.js';
import { countEnd, type EndCounter } from './count-end.js';
import { changeAndBegin, changeState, type BegunStep } from './generation-steps.js';

/**
 * State transitions of a generation (docs/design.md, Generations). Each is one guarded UPDATE: the
 * caller continues if its row count is 1. All are safe to repeat. `closeHold` comes last, because
 * it locks the account row, which all of the customer's requests need.
 */
export interface AdvanceDeps extends StartDeps, GenerationLinks {
  readonly pass: Pass;
  readonly metrics: { readonly generations: EndCounter };
}

export const ACTIVE: readonly GenerationStatus[] = ['queued', 'processing'];

/**
 * Compares and sets the row's status.
 * @returns whether this call changed the status
 */
export async function change(
  tx: EntityManager,
  id: string,
  from: readonly GenerationStatus[],
  set: string,
  values: readonly unknown[] = [],
): Promise<boolean> {
  const count = await executeAndCount(
    tx,
    `UPDATE generation SET ${set} WHERE id = $1 AND status = ANY($2)`,
    [id, from, ...values],
  );
  return count === 1;
}

/**
 * Claims a generation for the pipeline: queued -> processing. A retry of the step that claimed it
 * succeeds again.
 * @param step the step that begins with this claim
 * @returns the row, or null if the generation was cancelled or has finished; the pipeline then
 * stops
 */
export async function claimGeneration(
  db: DataSource,
  id: string,
  step: BegunStep,
): Promise<Generation | null> {
  const claimed = await changeAndBegin(db, CLAIM, [id, ACTIVE], step);
  return claimed ? db.manager.findOneBy(Generation, { id }) : null;
}

const CLAIM = `
UPDATE generation SET status = 'processing', started_at = coalesce(started_at, now())
WHERE id = $1 AND status = ANY($2) RETURNING id`;

/** Checks whether a claimed generation is still being processed. */
export function isUnderWay(db: DataSource, id: string): Promise<boolean> {
  return db.manager.existsBy(Generation, { id, status: 'processing' });
}

const toStampedJson = (entry: NewTimelineEntry) => JSON.stringify([{ at: Date.now(), ...entry }]);

/** Keys of an output and its thumbnail; speech has no thumbnail. */
export interface OutputKeys<Thumbnail extends string | null = string> {
  readonly output: string;
  readonly thumbnail: Thumbnail;
}

/** Fixes the output keys before anything is written, so that a retry writes the same objects. */
export async function reserveOutputKeys<Thumbnail extends string | null>(
  db: DataSource,
  id: string,
  keys: OutputKeys<Thumbnail>,
): Promise<OutputKeys<Thumbnail> | null> {
  const row = await changeAndBegin<{ output_key: string; thumbnail_key: Thumbnail }>(
    db,
    `UPDATE generation SET output_key = coalesce(output_key, $2),
       thumbnail_key = coalesce(thumbnail_key, $3)
     WHERE id = $1 AND status = 'processing' RETURNING id, output_key, thumbnail_key`,
    [id, keys.output, keys.thumbnail],
    { stage: 'storage' },
  );
  return row ? { output: row.output_key, thumbnail: row.thumbnail_key } : null;
}

/**
 * Completes a generation (processing -> completed): settles the hold, frees the slot and writes the
 * event.
 */
export async function completeGeneration(deps: AdvanceDeps, id: string): Promise<void> {
  const complete = async (tx: EntityManager, starts: WorkflowToStart[]) => {
    const done = await changeState(tx, id, ['processing'], {
      set: "status = 'completed', completed_at = now()",
      ends: { outcome: 'ok' },
    });
    if (!done) return null;
    const body = await announce(deps, tx, id, starts);
    await closeHold(tx, { refType: 'generation', refId: id, settle: 'all' });
    deps.pass('finish.before_commit');
    return body;
  };
  await commitAndStart(deps, complete, (ended) => {
    deps.pass('finish.after_commit');
    countEnd(deps, ended);
  });
}

/**
 * Fails a generation (queued or processing -> failed) and refunds the full price to the buckets it
 * came from.
 * @returns the actual outcome, which differs if an earlier step already ended the generation
 */
export async function failGeneration(
  deps: AdvanceDeps,
  id: string,
  error: GenerationError,
  entry: NewTimelineEntry,
): Promise<AdvanceResult<GenerationOutcome>> {
  const fail = async (
    tx: EntityManager,
    starts: WorkflowToStart[],
  ): Promise<AdvanceResult<GenerationOutcome>> => {
    const failed = await changeState(tx, id, ACTIVE, {
      set: `status = 'failed', completed_at = now(), refunded_credits = credits,
       error = $3::jsonb, timeline = timeline || $4::jsonb`,
      values: [JSON.stringify(error), toStampedJson(entry)],
      ends: { outcome: error.code },
    });
    if (!failed) return { outcome: await readEnd(tx, id), ended: null };
    const ended = await announce(deps, tx, id, starts);
    await closeHold(tx, { refType: 'generation', refId: id, settle: 0 });
    deps.pass('finish.before_commit');
    return { outcome: 'failed', ended };
  };
  return commitAndStart(deps, fail, ({ ended }) => {
    deps.pass('finish.after_commit');
    countEnd(deps, ended);
  });
}

/** A generation's outcome, and its final state if this call ended it. */
export interface AdvanceResult<Outcome> {
  readonly outcome: Outcome;
  readonly ended: WorkBody | null;
}

/**
 * Reads the outcome of a generation that is no longer active. A deleted generation counts as
 * failed.
 */
async function readEnd(tx: EntityManager, id: string): Promise<GenerationOutcome> {
  const status = (await tx.findOneBy(Generation, { id }))?.status;
  return status === 'completed' || status === 'cancelled' ? status : 'failed';
}

/**
 * Writes the event for a generation's new state, with its deliveries.
 * @returns the generation as the event shows it
 */
export async function announce(
  deps: AdvanceDeps,
  tx: EntityManager,
  id: string,
  starts: WorkflowToStart[],
): Promise<WorkBody> {
  const row = await tx.findOneByOrFail(Generation, { id });
  const body = presentWork(row, deps);
  starts.push(...(await emitWorkEvent(tx, row.accountId, body)));
  return body;
}
