import type { Pass } from '../ports/checkpoint.js';
import type { GenerationType, TimelineEntry } from '../catalogue/stages.js';
import type { GenerationInput } from '../contract/generation-input.js';
import {
  presentGeneration,
  type GenerationBody,
  type GenerationView,
  type GenerationLinks,
} from '../contract/generation.js';
import type { Caller } from '../accounts/caller.js';
import type { RequestClaim } from '../durable/answer-once.js';
import { buildGenerationWorkflow, type JobChoices } from './generation-workflow.js';
import { startAfterCommit, type StartDeps } from '../durable/start-workflow.js';
import { writeAccepted } from './write-accepted.js';

export interface AcceptDeps extends StartDeps, GenerationLinks {
  readonly pass: Pass;
  readonly newId: (prefix: 'gen' | 'hold') => string;
}

/** A request that passed all checks that need no lock. */
export interface AcceptedRequest {
  readonly caller: Caller;
  readonly claim: RequestClaim;
  readonly type: GenerationType;
  readonly model: string;
  /** API price in credits, equal to a quote. */
  readonly price: number;
  readonly request: GenerationView['request'];
  readonly job: JobChoices;
  /** Parts of the request that are not used; the timeline shows them from the start. */
  readonly notes: readonly string[];
  /** Choices that are not part of the stored `request`. */
  readonly options: GenerationView['options'];
  /** The input files, as objects of our store. */
  readonly inputs: readonly GenerationInput[];
}

/**
 * Accepts a generation. One database call stores the answer, the row, the outbox row and the hold,
 * the most contended rows last. Then the workflow is started without delaying the answer. If
 * Temporal is down, the relay starts it later.
 * @returns the generation as queued
 * @throws {Refusal} UNAUTHORIZED, ACCOUNT_SUSPENDED, SPEND_CAP_REACHED, INSUFFICIENT_CREDITS,
 * CONCURRENCY_LIMIT, RATE_LIMITED, by the current state of key and account; nothing is stored
 * @throws {AlreadyAnswered} when a request with the same key was faster
 */
export async function acceptGeneration(
  deps: AcceptDeps,
  accepted: AcceptedRequest,
): Promise<GenerationBody> {
  const row = buildQueuedRow(deps.newId('gen'), accepted);
  const body = presentGeneration(row, deps);
  const start = buildGenerationWorkflow(row, accepted.caller.accountId, accepted.job);
  // Crash point for tests: dying here commits nothing, because the call below is one transaction.
  deps.pass('accept.before_commit');
  const told = await writeAccepted(deps, {
    ...accepted,
    row,
    start,
    answer: JSON.stringify(body),
    holdId: deps.newId('hold'),
  });
  deps.pass('accept.after_commit');
  await startAfterCommit(deps, [start, ...told], () => deps.pass('accept.after_start'));
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
    inputs: accepted.inputs,
    options: accepted.options,
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
