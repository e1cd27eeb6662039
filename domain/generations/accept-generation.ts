import type { EntityManager } from 'typeorm';
import type { Pass } from '../ports/checkpoint.js';
import { Generation } from '../../entities/generation.js';
import type { GenerationType, TimelineEntry } from '../catalogue/stages.js';
import type { GenerationInput } from '../contract/generation-input.js';
import {
  presentGeneration,
  type GenerationBody,
  type GenerationView,
  type GenerationLinks,
} from '../contract/generation.js';
import { reserve } from '../ledger/reserve.js';
import type { Caller } from '../accounts/authenticate.js';
import { emitLowBalance } from '../webhooks/emit-event.js';
import { answerOnce, type Once, type RequestClaim } from '../durable/answer-once.js';
import { generationWorkflow, type JobChoices } from './generation-workflow.js';
import { refusalOf } from '../accounts/refuse-charge.js';
import type { StartDeps, WorkflowToStart } from '../durable/start-workflow.js';

export interface AcceptDeps extends StartDeps, GenerationLinks {
  readonly pass: Pass;
  readonly newId: (prefix: 'gen' | 'hold') => string;
}

/** A request that has passed all checks that need no lock. */
export interface AcceptedRequest {
  readonly caller: Caller;
  readonly claim: RequestClaim;
  readonly type: GenerationType;
  readonly model: string;
  /** API price in credits, as a quote would tell it. */
  readonly price: number;
  readonly request: GenerationBody['request'];
  readonly job: JobChoices;
  /** What is not used of the request; the timeline shows it from the start. */
  readonly notes: readonly string[];
  /** Choices that `request` does not show. */
  readonly options: Generation['options'];
  /** Files that were given, as objects of our store. */
  readonly inputs: readonly GenerationInput[];
}

/**
 * Accepts a generation. One transaction stores the answer, the row, the outbox row and the hold,
 * the most contended rows last. Then the workflow is started at once. When Temporal is down, the
 * relay starts it later.
 * @returns the generation as queued
 * @throws {Refusal} UNAUTHORIZED, ACCOUNT_SUSPENDED, SPEND_CAP_REACHED, INSUFFICIENT_CREDITS,
 * CONCURRENCY_LIMIT, RATE_LIMITED, as key and account are at that moment; nothing is stored
 * @throws {AlreadyAnswered} when a request with the same key was faster
 */
export async function acceptGeneration(
  deps: AcceptDeps,
  accepted: AcceptedRequest,
): Promise<GenerationBody> {
  const row = buildQueuedRow(deps.newId('gen'), accepted);
  const body = presentGeneration(row, deps);
  const { claim, caller, job, inputs, options } = accepted;
  const work = async (tx: EntityManager, once: Once) => {
    const answered = await once.answer(body);
    await tx.insert(Generation, {
      ...row,
      accountId: caller.accountId,
      keyId: caller.keyId,
      inputs: [...inputs],
      options,
    });
    await once.start(generationWorkflow(row, caller.accountId, job));
    once.starts.push(...(await charge(tx, deps.newId('hold'), row, accepted)));
    deps.pass('accept.before_commit');
    return answered;
  };
  const afterCommit = () => deps.pass('accept.after_commit');
  await answerOnce(deps, claim, work, { afterCommit });
  deps.pass('accept.after_start');
  return body;
}

function buildQueuedRow(id: string, accepted: AcceptedRequest): GenerationView {
  const now = new Date();
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
    timeline: accepted.notes.map((message) => toNote(now, message)),
    makers: {},
    createdAt: now,
    completedAt: null,
  };
}

const toNote = (now: Date, message: string): TimelineEntry => ({
  at: now.getTime(),
  stage: 'prompt_merge',
  resolution: 'fallback',
  status: null,
  message,
});

/**
 * @returns the deliveries of `credits.low` to start, when this charge is the first of the day that
 * leaves the balance below the threshold
 */
async function charge(
  tx: EntityManager,
  holdId: string,
  row: GenerationView,
  { caller, price }: AcceptedRequest,
): Promise<WorkflowToStart[]> {
  const reserved = await reserve(tx, {
    accountId: caller.accountId,
    keyId: caller.keyId,
    holdId,
    refType: 'generation',
    refId: row.id,
    made: { type: row.type, model: row.model },
    price,
    now: row.createdAt,
  });
  if (!reserved.ok) throw refusalOf(reserved, price, row.createdAt);
  if (reserved.lowBalance === null) return [];
  return emitLowBalance(tx, caller.accountId, reserved.lowBalance, row.createdAt);
}
