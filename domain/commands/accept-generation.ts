import type { EntityManager } from 'typeorm';
import type { Pass } from '../../runtime/checkpoint.js';
import type { AnswerClaim } from '../../workflows/names.js';
import { Generation } from '../../entities/generation.js';
import type { GenerationType } from '../catalogue/stages.js';
import { Refusal } from '../contract/error.js';
import type { GenerationInput } from '../contract/generation-input.js';
import {
  presentGeneration,
  type GenerationBody,
  type GenerationView,
  type MediaUrl,
} from '../contract/generation.js';
import { monthEndMs, reserve, type Reserved } from '../ledger/reserve.js';
import type { Caller } from './authenticate.js';
import { emitLowBalance } from './emit-event.js';
import { storeAnswer } from './idempotency.js';
import { generationWorkflow, type JobChoices } from './generation-workflow.js';
import { enqueueStart, startNow, type StartDeps } from './start-workflow.js';

export interface AcceptDeps extends StartDeps {
  readonly mediaUrl: MediaUrl;
  readonly pass: Pass;
  readonly newId: (prefix: 'gen' | 'hold') => string;
}

/** A request that passed every check that needs no lock. */
export interface AcceptedRequest {
  readonly caller: Caller;
  readonly claim: AnswerClaim;
  readonly type: GenerationType;
  readonly model: string;
  /** API price in credits, as a quote would tell it. */
  readonly price: number;
  readonly request: GenerationBody['request'];
  readonly job: JobChoices;
  /** Pictures that were given, as objects of our store. */
  readonly inputs: readonly GenerationInput[];
}

/** Retry-After of CONCURRENCY_LIMIT, seconds (spec). */
const SLOT_RETRY_AFTER_S = 15;

/**
 * Accepts a generation: one transaction stores the answer, the row, the outbox row and the hold,
 * hot rows last; then the workflow is tried at once. Temporal being down changes nothing.
 * @returns the generation as queued, and the exact bytes of the answer
 * @throws {Refusal} SPEND_CAP_REACHED, INSUFFICIENT_CREDITS, CONCURRENCY_LIMIT; nothing is stored
 * @throws {AlreadyAnswered} when a request with the same key was faster
 */
export async function acceptGeneration(
  deps: AcceptDeps,
  accepted: AcceptedRequest,
): Promise<{ body: GenerationBody; text: string }> {
  const row = queuedRow(deps.newId('gen'), accepted);
  const body = presentGeneration(row, deps.mediaUrl);
  const text = JSON.stringify(body);
  const start = generationWorkflow(row, accepted.caller.accountId, accepted.job);
  await deps.db.transaction(async (tx) => {
    await storeAnswer(tx, accepted.claim, { status: 202, body: text });
    await tx.insert(Generation, {
      ...row,
      accountId: accepted.caller.accountId,
      keyId: accepted.caller.keyId,
      inputs: [...accepted.inputs],
    });
    await enqueueStart(tx, start);
    await charge(tx, deps.newId('hold'), row, accepted);
    deps.pass('accept.before_commit');
  });
  deps.pass('accept.after_commit');
  await startNow(deps, start);
  deps.pass('accept.after_start');
  return { body, text };
}

function queuedRow(id: string, accepted: AcceptedRequest): GenerationView {
  return {
    id,
    type: accepted.type,
    model: accepted.model,
    status: 'queued',
    credits: accepted.price,
    refundedCredits: 0,
    outputKey: null,
    thumbnailKey: null,
    error: null,
    request: accepted.request,
    timeline: [],
    createdAt: new Date(),
    completedAt: null,
  };
}

async function charge(
  tx: EntityManager,
  holdId: string,
  row: GenerationView,
  { caller, price }: AcceptedRequest,
): Promise<void> {
  const reserved = await reserve(tx, {
    accountId: caller.accountId,
    keyId: caller.keyId,
    holdId,
    refType: 'generation',
    refId: row.id,
    price,
    monthlyCap: caller.monthlyCreditCap,
    jobsMax: caller.limits.concurrent_jobs,
    now: row.createdAt,
  });
  if (!reserved.ok) throw refusalOf(reserved, price, caller, row.createdAt);
  if (reserved.lowBalance !== null) {
    await emitLowBalance(tx, caller.accountId, reserved.lowBalance, row.createdAt);
  }
}

function refusalOf(
  refused: Extract<Reserved, { ok: false }>,
  price: number,
  caller: Caller,
  now: Date,
): Refusal {
  if (refused.reason === 'cap') {
    return new Refusal('SPEND_CAP_REACHED', {
      details: {
        required: price,
        cap: caller.monthlyCreditCap,
        spent: refused.spent,
        resets_at: monthEndMs(now),
      },
    });
  }
  if (refused.reason === 'credits') {
    const { available, held } = refused;
    const next = held > 0 ? 'Wait for running jobs or add credits' : 'Add credits';
    return new Refusal('INSUFFICIENT_CREDITS', {
      message: `This costs ${price} credits and ${available} are available (${held} more are held by running jobs). ${next}.`,
      details: { required: price, available, held },
    });
  }
  return new Refusal('CONCURRENCY_LIMIT', {
    details: { limit: caller.limits.concurrent_jobs },
    headers: { 'Retry-After': String(SLOT_RETRY_AFTER_S) },
  });
}
