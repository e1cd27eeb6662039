import type { EntityManager } from 'typeorm';
import { decodeOffset, encodeOffset } from '../contract/cursor.js';
import type { StepView } from '../contract/generation-step.js';
import { refuseUnknown } from '../contract/refusal.js';
import { nameWork } from '../contract/work.js';
import { toEventId, EVENT_STATES } from '../webhooks/emit-event.js';
import type { Page, PageRequest } from '../durable/read-page.js';
import { queryRows } from '../../entities/rows.js';

/** Each vendor uses a different name for an order's id. */
const UPSTREAM_ID = `coalesce(
  o.ref ->> 'id', o.ref ->> 'request_id', o.ref ->> 'taskId', o.ref ->> 'prompt_id')`;

/** The wait for a worker, read from the generation's row. */
const WAIT = `
SELECT 'queue' AS stage, NULL AS provider, 1 AS attempt, g.created_at AS "startedAt",
  coalesce(g.started_at, g.completed_at) AS "endedAt",
  CASE WHEN g.started_at IS NOT NULL THEN 'ok'
    WHEN g.completed_at IS NOT NULL THEN coalesce(g.error ->> 'code', 'ok') END AS outcome,
  NULL AS "upstreamId", NULL::double precision AS "costUsd", NULL AS "webhookId"
FROM generation g WHERE g.id = $1 AND g.account_id = $2`;

/** The attempts at each stage, with their orders. */
const STEPS = `
SELECT s.stage, s.provider, s.attempt, s.started_at AS "startedAt", s.ended_at AS "endedAt",
  s.outcome, ${UPSTREAM_ID} AS "upstreamId", o.cost_usd AS "costUsd", NULL AS "webhookId"
FROM generation_step s LEFT JOIN upstream_order o
  ON o.generation_id = s.generation_id AND o.attempt = s.attempt AND o.provider = s.provider
WHERE s.generation_id = $1`;

/** The generation's webhook attempts, stored for as long as the deliveries. */
const ATTEMPTS = `
SELECT 'webhook', NULL, a.n, a.started_at, a.started_at + a.duration_ms * interval '1 ms',
  coalesce(a.error, 'ok'), NULL, NULL, d.endpoint_id
FROM webhook_delivery d JOIN delivery_attempt a ON a.delivery_id = d.id
WHERE d.account_id = $2 AND d.event_id = ANY ($3)`;

/** Deliveries that wait for their next attempt or have one in flight. */
const WAITING = `
SELECT 'webhook', NULL, d.attempts + 1, coalesce(
    (SELECT max(a.started_at + a.duration_ms * interval '1 ms') FROM delivery_attempt a
     WHERE a.delivery_id = d.id), d.created_at),
  NULL, NULL, NULL, NULL, d.endpoint_id
FROM webhook_delivery d
WHERE d.account_id = $2 AND d.event_id = ANY ($3) AND d.status IN ('pending', 'delivering')`;

const READ = `
SELECT * FROM (${WAIT} UNION ALL ${STEPS} UNION ALL ${ATTEMPTS} UNION ALL ${WAITING}) AS found
ORDER BY stage <> 'queue', "startedAt", stage, attempt`;

/** Maximum steps, more than any generation can have. */
const WHOLE = 100;

/**
 * Lists a generation's steps in order: the wait for a worker, each attempt at each stage, and each
 * webhook attempt, including the next attempt of an open delivery.
 * @throws {Refusal} NOT_FOUND; VALIDATION_ERROR for an invalid cursor
 */
export async function findSteps(
  tx: EntityManager,
  accountId: string,
  id: string,
  { limit = WHOLE, cursor }: PageRequest,
): Promise<Page<StepView>> {
  const events = EVENT_STATES.map((status) => toEventId(id, status));
  const all = await queryRows<StepView>(tx, READ, [id, accountId, events]);
  // Without a queue row, the account has no such generation.
  if (all[0]?.stage !== 'queue') throw refuseUnknown(nameWork(id), id);
  const from = cursor === undefined ? 0 : decodeOffset(cursor, all.length);
  const next = from + limit;
  return {
    rows: all.slice(from, next),
    nextCursor: next < all.length ? encodeOffset(next) : null,
  };
}
