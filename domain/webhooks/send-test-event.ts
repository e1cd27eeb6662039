import { createHash } from 'node:crypto';
import { IsNull } from 'typeorm';
import { WebhookDelivery } from '../../entities/webhook-delivery.js';
import type { AnswerClaim } from '../catalogue/runs.js';
import { presentDelivery, type WebhookTestBody } from '../contract/delivery.js';
import { Refusal } from '../contract/refusal.js';
import type { DeliveryRuns } from './close-deliveries.js';
import { buildEventBody, INSERT_EVENT } from './emit-event.js';
import { createId } from '../contract/ids.js';
import { insertDeliveries } from './create-deliveries.js';
import { findWebhook } from './find-webhook.js';
import { answerOnce, commitAndStart, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';

export interface TestWebhookDeps extends StartDeps {
  readonly deliveryRuns: Pick<DeliveryRuns, 'waitForEnd'>;
}

/**
 * 10 s for the attempt, and 5 s for a busy machine to begin the attempt and to report the outcome.
 */
const WAIT_MS = 15_000;

const FINAL: readonly string[] = ['delivered', 'failed', 'cancelled', 'skipped'];

/**
 * Delivers a test event once, and waits for the outcome. The event's id is derived from the
 * request's Idempotency-Key, so a repeated request joins the first request's delivery.
 * @throws {Refusal} NOT_FOUND; CONFLICT while the endpoint is disabled; UNAVAILABLE if no worker
 * started in time: a repeated request with the same key then returns the outcome
 */
export async function sendTestEvent(
  deps: TestWebhookDeps,
  id: string,
  claim: RequestClaim,
): Promise<WebhookTestBody> {
  const { accountId } = claim;
  const endpoint = await findWebhook(deps.db.manager, accountId, id);
  const type = endpoint.events[0];
  if (!endpoint.enabled || !type) {
    throw new Refusal('CONFLICT', {
      message: 'The webhook is disabled. Enable it with PATCH {"enabled": true}, then test it.',
      headers: { 'x-should-retry': 'false' },
    });
  }
  const event = { id: deriveTestEventId(claim, id), accountId, type };
  // The response reports how the run ended, so its start must not wait in a queue.
  await commitAndStart({ ...deps, starter: null }, async (tx, starts) => {
    const at = new Date();
    const body = buildEventBody({ ...event, at, data: { test: true } });
    await tx.query(INSERT_EVENT, [event.id, accountId, type, body, at]);
    const delivery = { id: createId('dlv'), endpointId: id, event, open: true, test: true };
    starts.push(...(await insertDeliveries(tx, [delivery])));
  });
  const delivery = await waitForOutcome(deps, id, event.id);
  const answer: WebhookTestBody = {
    object: 'webhook_test',
    webhook_id: id,
    event: type,
    sent: delivery.status === 'delivered',
    delivery: presentDelivery(delivery),
  };
  return answerOnce(deps, claim, (_tx, once) => once.answer(answer));
}

function deriveTestEventId({ accountId, key }: AnswerClaim, endpointId: string): string {
  const digest = createHash('sha256').update(`${accountId}\n${key}\n${endpointId}`).digest('hex');
  return `evt_test_${digest.slice(0, 32)}`;
}

/** Waits until the delivery has ended, and returns it. */
async function waitForOutcome(
  deps: TestWebhookDeps,
  endpointId: string,
  eventId: string,
): Promise<WebhookDelivery> {
  const its = { endpointId, eventId, resendOf: IsNull() };
  const read = () => deps.db.manager.findOneByOrFail(WebhookDelivery, its);
  const first = await read();
  if (!FINAL.includes(first.status)) await deps.deliveryRuns.waitForEnd(first.id, WAIT_MS);
  const last = await read();
  if (FINAL.includes(last.status)) return last;
  throw new Refusal('UNAVAILABLE', {
    message:
      'No worker delivered the event in time. It may still be delivered: repeat the request with the same Idempotency-Key.',
    headers: { 'Retry-After': '2' },
  });
}
