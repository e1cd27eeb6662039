import { ApplicationFailure, Context } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import type { DataSource } from 'typeorm';
import { TURN_DEADLINE_MS } from '../domain/catalogue/delivery.js';
import { pruneWebhooks } from '../domain/commands/prune-webhooks.js';
import {
  claimAttempt,
  recordAttempt,
  type AttemptResult,
  type ClaimedDelivery,
} from '../domain/commands/record-attempt.js';
import type { Pass } from '../runtime/checkpoint.js';
import type { Metrics } from '../runtime/metrics.js';
import type { Vault } from '../runtime/vault.js';
import type { AttemptOutcome, DeliveryJob } from '../workflows/names.js';
import { EndpointGate, type Turn, type TurnEnd } from './endpoint-gate.js';
import { alive } from './heartbeat.js';
import { sendWebhook, type WebhookPost } from './send-webhook.js';

export interface DeliveryDeps {
  readonly db: DataSource;
  readonly vault: Vault;
  /** POSTs to addresses of customers, guarded; its limits allow for the whole deadline. */
  readonly webhookPost: WebhookPost;
  readonly metrics: Pick<Metrics, 'webhooks'>;
  readonly pass: Pass;
}

type AttemptInput = DeliveryJob & { readonly attempt: number };

const PRUNE_DEADLINE_MS = 110_000;

/** Deliveries of webhooks. One gate a process: what it counts is what this process sends. */
export function createDeliveryActivities(deps: DeliveryDeps) {
  const gate = new EndpointGate();
  return {
    async attemptDelivery(input: AttemptInput): Promise<AttemptOutcome> {
      const turn = gate.enter(input.endpointId, input.urgent);
      deps.metrics.webhooks.breakersOpen.set(gate.open);
      if ('leave' in turn) return attempt(deps, input, turn.leave);
      if (waitedMs() < TURN_DEADLINE_MS) throw deferred(deps, turn);
      return giveUp(deps, input);
    },

    /** @returns rows removed */
    async pruneWebhooks(): Promise<{ deliveries: number; events: number }> {
      return alive(PRUNE_DEADLINE_MS, () => pruneWebhooks(deps.db));
    },
  };
}

export type DeliveryActivities = ReturnType<typeof createDeliveryActivities>;

async function attempt(
  deps: DeliveryDeps,
  input: AttemptInput,
  leave: Extract<Turn, { leave: unknown }>['leave'],
): Promise<AttemptOutcome> {
  let result: AttemptResult | null = null;
  try {
    deps.pass('deliver.before_claim');
    const claim = await claimAttempt(deps, { ...input, id: input.deliveryId });
    if ('stands' in claim) return claim.stands;
    deps.pass('deliver.after_claim');
    result = await sendWebhook(deps.webhookPost, claim.claimed);
    deps.pass('deliver.after_post');
    return await settle(deps, claim.claimed, result);
  } finally {
    leave(endOf(result), result?.durationMs ?? 0);
  }
}

function endOf(result: AttemptResult | null): TurnEnd {
  if (result === null) return 'unused';
  return result.error === 'timeout' ? 'timeout' : 'answered';
}

/** The endpoint hung for so long that this attempt had no turn: that is an attempt, too. */
async function giveUp(deps: DeliveryDeps, input: AttemptInput): Promise<AttemptOutcome> {
  const claim = await claimAttempt(deps, { ...input, id: input.deliveryId });
  if ('stands' in claim) return claim.stands;
  return settle(deps, claim.claimed, {
    ...{ startedAt: new Date(), durationMs: 0, status: null },
    ...{ error: 'endpoint_unavailable', excerpt: '', retryAfterMs: null },
  });
}

async function settle(
  deps: DeliveryDeps,
  claimed: ClaimedDelivery,
  result: AttemptResult,
): Promise<AttemptOutcome> {
  const outcome = await recordAttempt(deps.db, claimed, result);
  deps.pass('deliver.after_record');
  const { webhooks } = deps.metrics;
  webhooks.attempts.inc({ outcome: result.error ?? 'delivered' });
  webhooks.lag.observe(Math.max(0, result.startedAt.getTime() - claimed.dueAt.getTime()) / 1_000);
  if (result.error === null && claimed.attempt === 1) {
    webhooks.toDelivered.observe(Math.max(0, Date.now() - claimed.createdAt.getTime()) / 1_000);
  }
  return outcome;
}

/** Between the first time that this attempt was scheduled and this time, by the server's clock. */
function waitedMs(): number {
  const { currentAttemptScheduledTimestampMs, scheduledTimestampMs } = Context.current().info;
  return currentAttemptScheduledTimestampMs - scheduledTimestampMs;
}

/** Gives the slot back and comes again; leaves nothing in the history. */
function deferred(deps: DeliveryDeps, turn: Extract<Turn, { deferMs: number }>) {
  deps.metrics.webhooks.deferred.inc({ reason: turn.reason });
  return ApplicationFailure.create({
    type: 'NoTurn',
    message: turn.reason === 'cap' ? 'four attempts are in flight' : 'the endpoint hangs',
    nextRetryDelay: Math.round(turn.deferMs),
    category: ApplicationFailureCategory.BENIGN,
  });
}
