import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import type { DataSource } from 'typeorm';
import { claimAttempt, type ClaimedDelivery } from '../domain/webhooks/claim-attempt.js';
import { decideNextAttempt, type AttemptResult } from '../domain/webhooks/decide-next-attempt.js';
import type { Pass } from '../domain/ports/checkpoint.js';
import type { Vault } from '../domain/ports/vault.js';
import type { AttemptInput, AttemptOutcome } from '../domain/catalogue/runs.js';
import { RETRY_DELAYS_MS } from '../domain/catalogue/webhook-times.js';
import type { EndpointGate } from './endpoint-gate.js';
import { sendWebhook, type WebhookPost } from './send-webhook.js';

/** Delivery metrics of an outbound worker; the process provides the counters. */
export interface DeliveryMetrics {
  /** Counts attempts by outcome: `delivered`, or the reason stored in `last_error`. */
  readonly attempts: { inc(labels: { outcome: string }): void };
  readonly deferred: { inc(): void };
  /** Seconds between the due time and the attempt, by attempt: `first` or `retry`. */
  readonly lag: { observe(labels: { attempt: string }, seconds: number): void };
  /** Seconds from the event to its delivery, for deliveries that succeed at the first attempt. */
  readonly toDelivered: { observe(seconds: number): void };
  readonly inFlight: { set(count: number): void };
}

export interface DeliveryDeps {
  readonly db: DataSource;
  readonly vault: Vault;
  /**
   * Sends POST requests to customers' URLs through the egress guard, whose timeouts allow the whole
   * deadline.
   */
  readonly webhookPost: WebhookPost;
  readonly metrics: { readonly webhooks: DeliveryMetrics };
  readonly pass: Pass;
}

/** In-memory state of one process, shared by all its delivery attempts. */
export interface DeliveryMemory {
  readonly gate: EndpointGate;
  /** Results that could not be recorded while PostgreSQL was down, by delivery and attempt. */
  readonly unrecorded: Map<string, AttemptResult>;
}

/**
 * Maximum number of unrecorded results in memory: more than one worker can have in flight while
 * PostgreSQL is down.
 */
const UNRECORDED_MAX = 10_000;

/** Makes one delivery attempt if its endpoint may take a slot now. */
export async function attemptDelivery(
  deps: DeliveryDeps,
  { gate, unrecorded }: DeliveryMemory,
  input: AttemptInput,
): Promise<AttemptOutcome> {
  const turn = gate.enter(input.group ?? input.endpointId, input.urgent);
  if ('deferMs' in turn) throw buildDeferral(deps, turn.deferMs);
  deps.metrics.webhooks.inFlight.set(gate.inFlight);
  try {
    return await sendAndRecord(deps, input, unrecorded);
  } finally {
    turn.leave();
    deps.metrics.webhooks.inFlight.set(gate.inFlight);
  }
}

/**
 * Claims, sends and records a delivery. A result that could not be recorded is kept in memory, and
 * a retry of this attempt only records that result, so the request is not sent twice while
 * PostgreSQL is down.
 */
async function sendAndRecord(
  deps: DeliveryDeps,
  input: AttemptInput,
  unrecorded: Map<string, AttemptResult>,
): Promise<AttemptOutcome> {
  const key = `${input.deliveryId} ${input.attempt}`;
  deps.pass('deliver.before_claim');
  const claim = await claimAttempt(deps, { ...input, id: input.deliveryId });
  const sent = unrecorded.get(key);
  unrecorded.delete(key);
  if ('stands' in claim) return claim.stands;
  deps.pass('deliver.after_claim');
  const result = sent ?? (await send(deps, claim.claimed));
  deps.pass('deliver.after_post');
  try {
    return await settle(deps, claim.claimed, result, readDelay(input));
  } catch (error) {
    if (unrecorded.size < UNRECORDED_MAX) unrecorded.set(key, result);
    throw error;
  }
}

/** Reads the delay before the next attempt, which workflows of earlier versions do not pass. */
const readDelay = ({ attempt, delayMs = RETRY_DELAYS_MS[attempt - 1] }: AttemptInput) =>
  delayMs ?? null;

function send(deps: DeliveryDeps, claimed: ClaimedDelivery): Promise<AttemptResult> {
  const lateMs = Math.max(0, Date.now() - claimed.dueAt.getTime());
  const attempts = claimed.attempt === 1 ? 'first' : 'retry';
  deps.metrics.webhooks.lag.observe({ attempt: attempts }, lateMs / 1_000);
  return sendWebhook(deps.webhookPost, claimed);
}

async function settle(
  deps: DeliveryDeps,
  claimed: ClaimedDelivery,
  result: AttemptResult,
  delayMs: number | null,
): Promise<AttemptOutcome> {
  const outcome = await decideNextAttempt(deps.db, claimed, result, delayMs);
  deps.pass('deliver.after_record');
  const { webhooks } = deps.metrics;
  webhooks.attempts.inc({ outcome: result.error ?? 'delivered' });
  if (result.error === null && claimed.attempt === 1) {
    webhooks.toDelivered.observe(Math.max(0, Date.now() - claimed.createdAt.getTime()) / 1_000);
  }
  return outcome;
}

/** Releases the slot and makes Temporal retry later; nothing was sent, and no event is recorded. */
function buildDeferral(deps: DeliveryDeps, deferMs: number): ApplicationFailure {
  deps.metrics.webhooks.deferred.inc();
  return ApplicationFailure.create({
    type: 'NoTurn',
    message: 'the endpoint has its share of the slots',
    nextRetryDelay: Math.round(deferMs),
    category: ApplicationFailureCategory.BENIGN,
  });
}
