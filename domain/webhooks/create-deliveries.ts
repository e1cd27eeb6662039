import type { EntityManager } from 'typeorm';
import { createId } from '../contract/ids.js';
import type { DeliveryJob } from '../catalogue/runs.js';
import { ATTEMPTS_MAX } from '../catalogue/webhook-times.js';
import type { EventType } from '../catalogue/event-types.js';
import { enqueueStarts, type WorkflowToStart } from '../durable/start-workflow.js';
import { queryRows } from '../../entities/rows.js';

/** The parts of an event that deliveries need. */
export interface DeliveredEvent {
  readonly id: string;
  readonly accountId: string;
  readonly type: EventType;
  readonly generationId?: string;
}

/** An endpoint or callback that subscribes to an event. */
export interface EventTarget {
  readonly id: string;
  readonly enabled: boolean;
  /** The generation or post, if the target is its callback. */
  readonly callbackRef: string | null;
}

/** A new delivery; its workflow has the same id. */
export interface NewDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly event: DeliveredEvent;
  /** If false, the delivery is stored as `skipped` and not sent; a recovery can send it later. */
  readonly open: boolean;
  readonly resendOf?: string | null;
  /** The generation or post, if the target is its callback. */
  readonly callbackRef?: string | null;
  /** True for a test event: it gets one attempt, and a caller waits for it. */
  readonly test?: boolean;
}

/**
 * Builds a delivery's workflow. Its fairness key is the endpoint, so that one endpoint does not
 * delay other endpoints. All callbacks of an account share one key: a slow host with a thousand
 * callbacks takes as much of the workers as one endpoint.
 */
export function buildDeliveryWorkflow({
  id,
  endpointId,
  event,
  test,
  callbackRef = null,
}: NewDelivery): WorkflowToStart {
  const group = callbackRef === null ? null : `callbacks ${event.accountId}`;
  const job: DeliveryJob = {
    deliveryId: id,
    endpointId,
    ...(group !== null && { group }),
    ...(test && { urgent: true }),
  };
  return {
    workflowId: id,
    workflowType: 'deliverWebhook',
    args: [job],
    accountId: event.accountId,
    fairnessKey: group ?? endpointId,
    summary: `${event.type} · ${endpointId}`,
    attributes: {
      AccountId: event.accountId,
      WebhookId: endpointId,
      EventType: event.type,
      ...(event.generationId && { GenerationId: event.generationId }),
    },
  };
}

/** Creates a delivery and its workflow start for each endpoint, with two statements in total. */
export async function fanOut(
  tx: EntityManager,
  event: DeliveredEvent,
  targets: readonly EventTarget[],
): Promise<WorkflowToStart[]> {
  return insertDeliveries(
    tx,
    targets.map(({ id, enabled, callbackRef }) => ({
      id: createId('dlv'),
      endpointId: id,
      event,
      open: enabled,
      callbackRef,
    })),
  );
}

/**
 * Writes deliveries, and the outbox rows of the open ones.
 * @returns the starts, which the caller tries after its commit
 */
export async function insertDeliveries(
  tx: EntityManager,
  deliveries: readonly NewDelivery[],
): Promise<WorkflowToStart[]> {
  if (deliveries.length === 0) return [];
  const rows = deliveries.map(({ id, endpointId, event, open, test, ...rest }) => ({
    id,
    account_id: event.accountId,
    endpoint_id: endpointId,
    event_id: event.id,
    type: event.type,
    status: open ? 'pending' : 'skipped',
    attempts_max: test ? 1 : ATTEMPTS_MAX,
    resend_of: rest.resendOf ?? null,
    callback_ref: rest.callbackRef ?? null,
  }));
  const written = await queryRows<{ id: string }>(
    tx,
    `INSERT INTO webhook_delivery
       (id, account_id, endpoint_id, event_id, type, status, attempts_max, resend_of, callback_ref)
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS d (id text, account_id text,
       endpoint_id text, event_id text, type text, status text, attempts_max int, resend_of text,
       callback_ref text)
     ON CONFLICT DO NOTHING RETURNING id`,
    [JSON.stringify(rows)],
  );
  const ids = new Set(written.map(({ id }) => id));
  const starts = deliveries
    .filter(({ id, open }) => open && ids.has(id))
    .map(buildDeliveryWorkflow);
  return enqueueStarts(tx, starts);
}
