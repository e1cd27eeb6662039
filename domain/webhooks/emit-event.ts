import type { EntityManager } from 'typeorm';
import type { EventType } from '../catalogue/event-types.js';
import { LOW_BALANCE_THRESHOLD } from '../catalogue/event-types.js';
import type { GenerationBody } from '../contract/generation.js';
import type { WorkBody } from '../contract/work.js';
import type { SocialPostBody } from '../contract/social-post.js';
import { createId } from '../contract/ids.js';
import {
  fanOut,
  insertDeliveries,
  type DeliveredEvent,
  type EventTarget,
} from './create-deliveries.js';
import { WebhookCallback } from '../../entities/webhook-callback.js';
import { WebhookDelivery } from '../../entities/webhook-delivery.js';
import type { WorkflowToStart } from '../durable/start-workflow.js';
import { queryRows } from '../../entities/rows.js';

interface NewEvent {
  readonly id: string;
  readonly accountId: string;
  readonly type: EventType;
  readonly at: Date;
  readonly data: unknown;
  /** The event's generation, if it has one. */
  readonly generationId?: string;
  /** The generation or post whose callback gets the event as well. */
  readonly callbackRef?: string;
}

/** Values: id, account, type, body and time. An existing event is not written again. */
export const INSERT_EVENT = `
INSERT INTO event (id, account_id, type, body, created_at, written_by)
VALUES ($1, $2, $3, $4, $5, (pg_current_xact_id()::text)::bigint) ON CONFLICT (id) DO NOTHING`;

/** SQL: the callback of $6, if it wants the event type `w.type`. */
const CALLBACK = `
SELECT c.id, true AS enabled, c.ref_id AS "callbackRef" FROM webhook_callback c JOIN written w
  ON c.account_id = w.account_id AND w.type = ANY (c.events) WHERE c.ref_id = $6`;

/** Most accounts have no endpoints: then only the event is written. */
const WRITE = `
WITH written AS (
  ${INSERT_EVENT} RETURNING account_id, type
)
SELECT e.id, e.enabled, NULL AS "callbackRef" FROM webhook_endpoint e JOIN written w
  ON e.account_id = w.account_id AND w.type = ANY (e.events)
UNION ALL ${CALLBACK}`;

/** Writes the event only if it does not exist yet, and finds the callback in both cases. */
const WRITE_FOR_CALLBACK = `
WITH inserted AS (
  ${INSERT_EVENT}
), written AS (
  SELECT $2::text AS account_id, $3::text AS type
)
${CALLBACK}`;

/**
 * Writes an event and its deliveries in the transaction that causes the event. A repeated call
 * writes nothing.
 * @returns the starts of the deliveries, which the caller tries after its commit
 */
async function emitEvent(tx: EntityManager, event: NewEvent): Promise<WorkflowToStart[]> {
  const targets = await queryRows<EventTarget>(tx, WRITE, toValues(event));
  return fanOut(tx, toDelivered(event), targets);
}

/**
 * Delivers an event only to its callback, and writes the event if it does not exist. A repeated
 * call delivers nothing.
 * @param again delivers the event once more, to another address than before
 */
async function emitToCallback(
  tx: EntityManager,
  event: NewEvent,
  again = false,
): Promise<WorkflowToStart[]> {
  const targets = await queryRows<EventTarget>(tx, WRITE_FOR_CALLBACK, toValues(event));
  const [target] = targets;
  const last = again && target ? await findLast(tx, target.id, event.id) : null;
  if (!target || last === null) return fanOut(tx, toDelivered(event), targets);
  const { id: endpointId, callbackRef } = target;
  const named = { id: createId('dlv'), endpointId, event: toDelivered(event) };
  return insertDeliveries(tx, [{ ...named, open: true, resendOf: last, callbackRef }]);
}

/** Finds the last delivery of an event to a target. */
async function findLast(tx: EntityManager, endpointId: string, eventId: string) {
  const [last] = await tx.find(WebhookDelivery, {
    where: { endpointId, eventId },
    order: { createdAt: 'DESC', id: 'DESC' },
    take: 1,
  });
  return last?.id ?? null;
}

const toValues = (event: NewEvent) => [
  event.id,
  event.accountId,
  event.type,
  buildEventBody(event),
  event.at,
  event.callbackRef ?? null,
];

const toDelivered = ({ id, accountId, type, generationId }: NewEvent): DeliveredEvent => ({
  id,
  accountId,
  type,
  ...(generationId && { generationId }),
});

/** Builds an event's envelope, as it is stored, signed and sent. */
export function buildEventBody({ id, type, at, data }: Omit<NewEvent, 'accountId'>): string {
  return JSON.stringify({ id, type, created_at: at.getTime(), data });
}

/** Generation states that emit an event. */
export const EVENT_STATES = ['completed', 'failed', 'cancelled'] as const;

/** Builds the id of the event for the new state of a generation or of speech. */
export const toEventId = (id: string, status: string): string =>
  `evt_${id.slice(0, 3)}_${id}_${status}`;

/** Emits `generation.completed`, or `generation.failed` also for a cancelled one; the same for speech. */
export function emitWorkEvent(
  tx: EntityManager,
  accountId: string,
  work: WorkBody,
): Promise<WorkflowToStart[]> {
  return emitEvent(tx, buildWorkEvent(accountId, work));
}

/**
 * Delivers the event of an ended generation to its callback, which was set after the end.
 * @param again delivers the event once more, to another address than before
 */
export function emitGenerationToCallback(
  tx: EntityManager,
  accountId: string,
  generation: GenerationBody,
  again: boolean,
): Promise<WorkflowToStart[]> {
  return emitToCallback(tx, buildWorkEvent(accountId, generation), again);
}

const buildWorkEvent = (accountId: string, work: WorkBody): NewEvent => ({
  id: toEventId(work.id, work.status),
  accountId,
  type: `${work.object}.${work.status === 'completed' ? 'completed' : 'failed'}`,
  at: new Date(work.completed_at ?? Date.now()),
  data: work,
  generationId: work.id,
  callbackRef: work.id,
});

/**
 * Emits `social_post.published`, or `social_post.failed` if no platform shows the post. Only an
 * immediate post emits an event to endpoints; a scheduled post reports only to its callback.
 */
export async function emitPostEvent(
  tx: EntityManager,
  accountId: string,
  post: SocialPostBody,
  at = new Date(),
): Promise<WorkflowToStart[]> {
  const outcome = post.status === 'failed' ? 'failed' : 'published';
  const event: NewEvent = {
    id: `evt_pst_${post.id}_${outcome}`,
    accountId,
    type: `social_post.${outcome}`,
    at,
    data: post,
    callbackRef: post.id,
  };
  if (post.scheduled_at === null) return emitEvent(tx, event);
  return (await tx.existsBy(WebhookCallback, { refId: post.id })) ? emitToCallback(tx, event) : [];
}

/**
 * Emits `credits.low`, no more than once per UTC day: both the event's id and the statement of
 * `reserve` ensure this.
 */
export function emitLowBalance(
  tx: EntityManager,
  accountId: string,
  balance: number,
  at: Date,
): Promise<WorkflowToStart[]> {
  return emitEvent(tx, {
    id: `evt_low_${accountId}_${at.toISOString().slice(0, 10).replaceAll('-', '')}`,
    accountId,
    type: 'credits.low',
    at,
    data: { balance, threshold: LOW_BALANCE_THRESHOLD },
  });
}
