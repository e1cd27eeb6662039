import type { DataSource } from 'typeorm';
import { ORDER_MS_MAX, type UpstreamRef } from '../ports/provider.js';
import { executeAndCount, queryOne } from '../../entities/rows.js';

/**
 * The record of one order placed with an upstream. It is written before the order is prepared,
 * marked right before the order is sent, and completed with the upstream's id before any wait, so
 * that another worker does not place the order again if this worker dies.
 */
export interface UpstreamOrder {
  readonly generationId: string;
  /** The number of the attempt, over all stages and sources of the generation. */
  readonly attempt: number;
  readonly provider: string;
  readonly upstreamModel: string;
}

/**
 * `unsent`: nothing was ordered yet. `sent`: the response is pending, or was lost with the worker
 * that waited for it; `leftMs` is how long that worker may still write its ref.
 */
export type BegunOrder =
  | { readonly state: 'unsent' }
  | { readonly state: 'sent'; readonly leftMs: number }
  | { readonly state: 'placed'; readonly ref: UpstreamRef; readonly placedAtMs: number };

interface UpstreamOrderRow {
  ref: UpstreamRef | null;
  placed_at: Date | null;
  left_ms: number | null;
}

/** Time limit for writing an order's ref after the upstream's response. */
const RECORD_MS = 5_000;

/**
 * Records that an order is being prepared.
 * @returns the order's state, perhaps from an earlier run of the step
 */
export async function beginOrder(db: DataSource, order: UpstreamOrder): Promise<BegunOrder> {
  const { generationId, attempt, provider, upstreamModel } = order;
  await db.query(
    `INSERT INTO upstream_order (generation_id, attempt, provider, upstream_model, sent_at)
     VALUES ($1, $2, $3, $4, NULL) ON CONFLICT (generation_id, attempt) DO NOTHING`,
    [generationId, attempt, provider, upstreamModel],
  );
  return readOrder(db, order);
}

/**
 * Reads an order's state. An order that was definitely refused has no row, and counts as unsent.
 */
export async function readOrder(
  db: DataSource,
  { generationId, attempt }: UpstreamOrder,
): Promise<BegunOrder> {
  const row = await queryOne<UpstreamOrderRow>(
    db,
    `SELECT ref, placed_at, $3 - extract(epoch FROM now() - sent_at)::float8 * 1000 AS left_ms
     FROM upstream_order WHERE generation_id = $1 AND attempt = $2`,
    [generationId, attempt, ORDER_MS_MAX + RECORD_MS],
  );
  if (row?.ref && row.placed_at) {
    return { state: 'placed', ref: row.ref, placedAtMs: row.placed_at.getTime() };
  }
  if (row?.left_ms == null) return { state: 'unsent' };
  return { state: 'sent', leftMs: row.left_ms };
}

/**
 * Records that an order is about to be sent.
 * @returns false if it was already sent, so it must not be sent again
 */
export async function markSent(
  db: DataSource,
  { generationId, attempt }: UpstreamOrder,
): Promise<boolean> {
  const count = await executeAndCount(
    db,
    `UPDATE upstream_order SET sent_at = now()
     WHERE generation_id = $1 AND attempt = $2 AND sent_at IS NULL AND ref IS NULL`,
    [generationId, attempt],
  );
  return count === 1;
}

/**
 * Stores the upstream's id for an order.
 * @returns when the order was placed, Unix milliseconds
 */
export async function recordPlacedOrder(
  db: DataSource,
  { generationId, attempt }: UpstreamOrder,
  ref: UpstreamRef,
): Promise<number> {
  const placedAt = new Date();
  await db.query(
    `UPDATE upstream_order SET ref = $3::jsonb, placed_at = $4
     WHERE generation_id = $1 AND attempt = $2 AND ref IS NULL`,
    [generationId, attempt, JSON.stringify(ref), placedAt],
  );
  return placedAt.getTime();
}

/**
 * Deletes an order that was definitely not accepted, so that the step may place it again.
 * @param sent whether this worker sent the order; if not, an order sent by another worker is kept
 */
export async function forgetRefusedOrder(
  db: DataSource,
  { generationId, attempt }: UpstreamOrder,
  sent: boolean,
): Promise<void> {
  await db.query(
    `DELETE FROM upstream_order
     WHERE generation_id = $1 AND attempt = $2 AND ref IS NULL AND ($3 OR sent_at IS NULL)`,
    [generationId, attempt, sent],
  );
}

/** Stores an order's cost in US dollars, for operators. */
export async function recordOrderCost(
  db: DataSource,
  { generationId, attempt }: UpstreamOrder,
  costUsd: number,
): Promise<void> {
  await db.query(
    'UPDATE upstream_order SET cost_usd = $3 WHERE generation_id = $1 AND attempt = $2',
    [generationId, attempt, costUsd],
  );
}

/** Stores the upstream's response to an order's cancellation, for operators. */
export async function recordCancelledOrder(
  db: DataSource,
  { generationId, attempt }: UpstreamOrder,
  outcome: string,
): Promise<void> {
  await db.query(
    `UPDATE upstream_order SET cancelled_at = now(), cancel_outcome = $3
     WHERE generation_id = $1 AND attempt = $2`,
    [generationId, attempt, outcome],
  );
}
