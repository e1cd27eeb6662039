import type { CallbackTarget } from '../webhooks/callbacks.js';
import { sealNewSecret } from '../webhooks/callback-secret.js';
import type { Vault } from '../ports/vault.js';
import type { Pass } from '../ports/checkpoint.js';
import type { TimelineEntry, WorkType } from '../catalogue/stages.js';
import type { GenerationInput } from '../contract/generation-input.js';
import {
  presentGeneration,
  type GenerationBody,
  type GenerationView,
  type GenerationLinks,
} from '../contract/generation.js';
import { presentSpeech, type SpeechBody } from '../contract/speech.js';
import { presentWork } from '../contract/work.js';
import type { Metadata } from '../contract/metadata.js';
import type { Caller } from '../accounts/caller.js';
import type { RequestClaim } from '../durable/answer-once.js';
import { copyKeyOf } from './copies.js';
import { buildGenerationWorkflow, type JobChoices } from './generation-workflow.js';
import { chooseSeed } from './priced-request.js';
import { startAfterCommit, type StartDeps } from '../durable/start-workflow.js';
import { writeAccepted, type AcceptedWrites } from './write-accepted.js';

export interface AcceptDeps extends StartDeps, GenerationLinks {
  readonly pass: Pass;
  readonly newId: (prefix: 'gen' | 'spc' | 'hold' | 'whk') => string;
  readonly vault: Vault;
}

/** A request that passed all checks that need no lock. */
export interface AcceptedRequest {
  readonly caller: Caller;
  readonly claim: RequestClaim;
  readonly type: WorkType;
  readonly model: string;
  /** API price in credits, the same as in a quote. */
  readonly price: number;
  readonly request: GenerationView['request'];
  readonly job: JobChoices;
  /**
   * Time limit in seconds for a generation to leave the queue; afterwards it is cancelled
   * (`Cancel-After`).
   */
  readonly cancelAfter?: number | undefined;
  /** Notes about unused parts of the request; the timeline shows them from the start. */
  readonly notes: readonly string[];
  /** Options that are not part of the stored `request`. */
  readonly options: GenerationView['options'];
  /** The caller's own pairs. */
  readonly metadata: Metadata;
  /** The address that receives the generation's event; null without a callback. */
  readonly callback: CallbackTarget | null;
  /** The input files, as objects in our store. */
  readonly inputs: readonly GenerationInput[];
}

/**
 * Accepts a generation. One database call stores the response, the row, the outbox row and the
 * hold, the most contended rows last. Then the workflow is started without delaying the response.
 * If Temporal is down, the relay starts the workflow later. Copies are accepted in one transaction,
 * all or none; each has its own hold and seed.
 * @returns the queued generation, or the first of several
 * @throws {Refusal} UNAUTHORIZED, ACCOUNT_SUSPENDED, SPEND_CAP_REACHED, INSUFFICIENT_CREDITS,
 * CONCURRENCY_LIMIT, RATE_LIMITED, by the current state of key and account; nothing is stored
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export async function acceptGeneration(
  deps: AcceptDeps,
  accepted: AcceptedRequest,
): Promise<GenerationBody> {
  return presentGeneration(await acceptWork(deps, accepted), deps);
}

/** Accepts speech in the same way as `acceptGeneration`. */
export async function acceptSpeech(
  deps: AcceptDeps,
  accepted: AcceptedRequest,
): Promise<SpeechBody> {
  return presentSpeech(await acceptWork(deps, accepted), deps);
}

async function acceptWork(deps: AcceptDeps, accepted: AcceptedRequest): Promise<GenerationView> {
  const { copies = 1 } = accepted.claim;
  const first = buildWrites(deps, accepted, 0);
  const others = Array.from({ length: copies - 1 }, (_, at) => buildWrites(deps, accepted, at + 1));
  // Crash point for tests: a crash at this point commits nothing, because the call below is one
  // transaction.
  deps.pass('accept.before_commit');
  const eventStarts = await writeAccepted(deps, [first, ...others]);
  deps.pass('accept.after_commit');
  const starts = [first.start, ...others.map(({ start }) => start), ...eventStarts];
  await startAfterCommit(deps, starts, () => deps.pass('accept.after_start'));
  return first.row;
}

/** Builds a copy's stored records; the first copy has the request's key and seed. */
function buildWrites(deps: AcceptDeps, accepted: AcceptedRequest, at: number): AcceptedWrites {
  const { caller, claim, request, job, cancelAfter } = accepted;
  const drawn = at === 0 ? request : { ...request, seed: chooseSeed({}) };
  const prefix = accepted.type === 'speech' ? 'spc' : 'gen';
  const row = buildQueuedRow(deps.newId(prefix), { ...accepted, request: drawn });
  return {
    ...accepted,
    claim: { ...claim, key: copyKeyOf(claim.key, at) },
    row,
    start: buildGenerationWorkflow(row, caller.accountId, {
      ...job,
      ...(cancelAfter && { cancelAt: row.createdAt.getTime() + cancelAfter * 1_000 }),
    }),
    answer: JSON.stringify(presentWork(row, deps)),
    holdId: deps.newId('hold'),
    callback: accepted.callback && {
      ...accepted.callback,
      id: deps.newId('whk'),
      secret: sealNewSecret(deps.vault, accepted.caller.accountId),
    },
  };
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
    metadata: accepted.metadata,
    title: null,
    favorite: false,
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
