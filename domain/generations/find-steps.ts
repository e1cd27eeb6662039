import type { EntityManager } from 'typeorm';
import { decodePlace, encodePlace } from '../contract/cursor.js';
import type { StepView } from '../contract/generation-step.js';
import { refuseUnknown } from '../contract/refusal.js';
import { toEventId, TOLD } from '../webhooks/emit-event.js';
import type { Page, PageRequest } from '../durable/read-page.js';
import { Generation } from '../../entities/generation.js';
import { rowsOf } from '../../entities/rows.js';

/** Each vendor has its own name for the id of an order. */
const UPSTREAM_ID = `coalesce(
  o.ref ->> 'id', o.ref ->> 'request_id', o.ref ->> 'taskId', o.ref ->> 'prompt_id')`;

/** The tries of stages, with the orders that belong to them. */
const STEPS = `
SELECT s.stage, s.provider, s.attempt, s.started_at AS "startedAt", s.ended_at AS "endedAt",
  s.outcome, ${UPSTREAM_ID} AS "upstreamId", o.cost_usd AS "costUsd", NULL AS "webhookId"
FROM generation_step s LEFT JOIN upstream_order o
  ON o.generation_id = s.generation_id AND o.attempt = s.attempt AND o.provider = s.provider
WHERE s.generation_id = $1`;

/** The attempts of its webhooks, which are kept as long as deliveries are. */
const ATTEMPTS = `
SELECT 'webhook', NULL, a.n, a.started_at, a.started_at + a.duration_ms * interval '1 ms',
  coalesce(a.error, 'ok'), NULL, NULL, d.endpoint_id
FROM webhook_delivery d JOIN delivery_attempt a ON a.delivery_id = d.id
WHERE d.account_id = $2 AND d.event_id = ANY ($3)`;

/** Deliveries that wait for their next attempt, or have one under way. */
const WAITING = `
SELECT 'webhook', NULL, d.attempts + 1, coalesce(
    (SELECT max(a.started_at + a.duration_ms * interval '1 ms') FROM delivery_attempt a
     WHERE a.delivery_id = d.id), d.created_at),
  NULL, NULL, NULL, NULL, d.endpoint_id
FROM webhook_delivery d
WHERE d.account_id = $2 AND d.event_id = ANY ($3) AND d.status IN ('pending', 'delivering')`;

const READ = `${STEPS} UNION ALL ${ATTEMPTS} UNION ALL ${WAITING} ORDER BY 4, 1, 3`;

/** As many as no generation has. */
const WHOLE = 100;

/**
 * What a generation has spent its time with, in order: the wait for a worker, each try of each
 * stage, and each attempt of its webhooks, also the next one of a delivery that is not over.
 * @throws {Refusal} NOT_FOUND; VALIDATION_ERROR for an invalid cursor
 */
export async function findSteps(
  tx: EntityManager,
  accountId: string,
  id: string,
  { limit = WHOLE, cursor }: PageRequest,
): Promise<Page<StepView>> {
  const row = await tx.findOneBy(Generation, { id, accountId });
  if (!row) throw refuseUnknown('generation', id);
  const events = TOLD.map((status) => toEventId(id, status));
  const tries = await rowsOf<StepView>(tx, READ, [id, accountId, events]);
  const all = [toWait(row), ...tries];
  const from = cursor === undefined ? 0 : decodePlace(cursor, all.length);
  const next = from + limit;
  return {
    rows: all.slice(from, next),
    nextCursor: next < all.length ? encodePlace(next) : null,
  };
}

/** The wait for a worker, which the row tells by itself. */
function toWait({ createdAt, startedAt, completedAt, error }: Generation): StepView {
  const endedAt = startedAt ?? completedAt;
  return {
    stage: 'queue',
    provider: null,
    attempt: 1,
    startedAt: createdAt,
    endedAt,
    outcome: endedAt && (startedAt ? 'ok' : (error?.code ?? 'ok')),
    upstreamId: null,
    costUsd: null,
    webhookId: null,
  };
}
