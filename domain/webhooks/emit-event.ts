import type { EntityManager } from 'typeorm';
import type { EventType } from '../catalogue/event-types.js';
import { LOW_BALANCE_THRESHOLD } from '../catalogue/event-types.js';
import type { GenerationBody } from '../contract/generation.js';
import type { SocialPostBody } from '../contract/social-post.js';
import { fanOut, type EventTarget } from './create-deliveries.js';
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
}

/** Values: id, account, type, body and time. An existing event is not written again. */
export const INSERT_EVENT = `
INSERT INTO event (id, account_id, type, body, created_at, written_by)
VALUES ($1, $2, $3, $4, $5, (pg_current_xact_id()::text)::bigint) ON CONFLICT (id) DO NOTHING`;

/** Most accounts have no endpoints: then only the event is written. */
const WRITE = `
WITH written AS (
  ${INSERT_EVENT} RETURNING account_id, type
)
SELECT e.id, e.enabled FROM webhook_endpoint e JOIN written w
  ON e.account_id = w.account_id AND w.type = ANY (e.events)`;

/**
 * Writes an event and its deliveries in the transaction that causes the event. A repeated call
 * writes nothing.
 * @returns the starts of the deliveries, which the caller tries after its commit
 */
async function emitEvent(tx: EntityManager, event: NewEvent): Promise<WorkflowToStart[]> {
  const { id, accountId, type, at, generationId } = event;
  const body = buildEventBody(event);
  const targets = await queryRows<EventTarget>(tx, WRITE, [id, accountId, type, body, at]);
  return fanOut(tx, { id, accountId, type, ...(generationId && { generationId }) }, targets);
}

/** Builds an event's envelope, as it is stored, signed and sent. */
export function buildEventBody({ id, type, at, data }: Omit<NewEvent, 'accountId'>): string {
  return JSON.stringify({ id, type, created_at: at.getTime(), data });
}

/** Generation states that emit an event. */
export const EVENT_STATES = ['completed', 'failed', 'cancelled'] as const;

/** Builds the id of the event for a generation's new state. */
export const toEventId = (generationId: string, status: string): string =>
  `evt_gen_${generationId}_${status}`;

/** Emits `generation.completed`, or `generation.failed` for failed and cancelled generations. */
export function emitGenerationEvent(
  tx: EntityManager,
  accountId: string,
  generation: GenerationBody,
): Promise<WorkflowToStart[]> {
  return emitEvent(tx, {
    id: toEventId(generation.id, generation.status),
    accountId,
    type: generation.status === 'completed' ? 'generation.completed' : 'generation.failed',
    at: new Date(generation.completed_at ?? Date.now()),
    data: generation,
    generationId: generation.id,
  });
}

/**
 * Emits `social_post.published`, or `social_post.failed` if no platform shows the post. Only an
 * immediate post emits an event.
 */
export function emitPostEvent(
  tx: EntityManager,
  accountId: string,
  post: SocialPostBody,
  at = new Date(),
): Promise<WorkflowToStart[]> {
  const outcome = post.status === 'failed' ? 'failed' : 'published';
  return emitEvent(tx, {
    id: `evt_pst_${post.id}_${outcome}`,
    accountId,
    type: `social_post.${outcome}`,
    at,
    data: post,
  });
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
