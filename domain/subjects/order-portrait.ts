import type { DataSource } from 'typeorm';
import { Character } from '../../entities/character.js';
import type { Customization, Preset } from '../catalogue/presets.js';
import type { AnswerClaim, PortraitJob } from '../catalogue/runs.js';
import { Refusal } from '../contract/refusal.js';
import {
  enqueueStarts,
  startNow,
  type StartDeps,
  type WorkflowToStart,
} from '../durable/start-workflow.js';
import type { ObjectStore } from '../ports/object-store.js';
import type { PortraitRuns } from '../ports/portraits.js';
import { runInTurn, type TurnQueue } from '../ports/turns.js';
import { hashClaim } from './hold-preset.js';
import { createPhotoKey } from './keep-photos.js';

export interface PortraitDeps extends StartDeps {
  readonly store: ObjectStore;
  readonly portraitRuns: PortraitRuns;
  /** Queue of portraits, which alternates between accounts. */
  readonly portraitTurns: TurnQueue;
  readonly newSubjectId: () => string;
  readonly newSecret: () => string;
}

/**
 * Maximum age of a usable portrait, 30 minutes: the sweep removes unreferenced portraits after an
 * hour, so an older portrait may be swept before a row references it.
 */
const FRESH_MS = 1_800_000;
/** Maximum runs per request. A run is repeated if its portrait was removed or taken by another request. */
const RUNS_MAX = 3;

/** Builds the refusal for a purchase whose portrait is not drawn in time. Nothing is charged. */
export const refuseUndrawn = (): Refusal =>
  new Refusal('UNAVAILABLE', {
    message: 'The portrait is not drawn yet. Repeat the request with the same Idempotency-Key.',
    headers: { 'Retry-After': '5' },
  });

/**
 * Has a worker draw the portrait for a character that is being bought, and waits for it. The queue
 * alternates between accounts. A repeated request with the same key joins the first attempt's run.
 * @throws {Refusal} UNAVAILABLE if the portrait is not drawn in time, or the wait in the queue
 * times out
 */
export async function orderPortrait(
  deps: PortraitDeps,
  claim: AnswerClaim,
  preset: Preset,
  look: Customization | null,
): Promise<PortraitJob> {
  const work = () => draw(deps, claim, preset, look);
  return runInTurn(deps.portraitTurns, claim.accountId, work, refuseUndrawn);
}

async function draw(
  deps: PortraitDeps,
  claim: AnswerClaim,
  preset: Preset,
  look: Customization | null,
): Promise<PortraitJob> {
  for (let run = 1; run <= RUNS_MAX; run += 1) {
    const characterId = deps.newSubjectId();
    const key = createPhotoKey('character', characterId, deps.newSecret());
    const job = { characterId, key, baseId: preset.base_id, look };
    const start = buildPortraitWorkflow(claim, run, job);
    await enqueueOnce(deps.db, start);
    await startNow(deps, [start]);
    const drawn = await deps.portraitRuns.waitForResult(start.workflowId);
    if (drawn === 'no_answer') throw refuseUndrawn();
    if (drawn !== 'failed' && (await isUsable(deps, drawn))) return drawn;
  }
  throw refuseUndrawn();
}

function buildPortraitWorkflow(claim: AnswerClaim, run: number, job: PortraitJob): WorkflowToStart {
  const { accountId } = claim;
  return {
    workflowId: `portrait-${hashClaim(claim).slice(0, 32)}-${run}`,
    workflowType: 'drawPortrait',
    args: [job],
    accountId,
    summary: `portrait · ${job.baseId} · ${accountId}`,
    attributes: { AccountId: accountId },
  };
}

const UNIQUE_VIOLATION = '23505';

/** Writes the outbox row, unless a duplicate of the request has already written it. */
async function enqueueOnce(db: DataSource, start: WorkflowToStart): Promise<void> {
  await enqueueStarts(db.manager, [start]).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
  });
}

/** Checks whether the portrait exists, will not be swept soon, and belongs to no character. */
async function isUsable({ db, store }: PortraitDeps, drawn: PortraitJob): Promise<boolean> {
  const facts = await store.stat(drawn.key);
  if (!facts || Date.now() - facts.modifiedAt.getTime() > FRESH_MS) return false;
  return !(await db.manager.existsBy(Character, { id: drawn.characterId }));
}
