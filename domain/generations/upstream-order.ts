import type { DataSource } from 'typeorm';
import type { UpstreamRef } from '../ports/provider.js';
import { affected, oneOf } from '../../entities/rows.js';

/**
 * The record of one order placed with an upstream: written before the order and completed with the
 * upstream's id before any wait, so that no other worker places it again when this one dies.
 */
export interface UpstreamOrder {
  readonly generationId: string;
  /** Counted over all stages and sources of the generation. */
  readonly attempt: number;
  readonly provider: string;
  readonly upstreamModel: string;
}

/**
 * `lost`: a worker ended between the order and its answer, so nobody knows whether the upstream
 * took it.
 */
export type BegunOrder =
  | { readonly state: 'fresh' | 'lost' }
  | { readonly state: 'placed'; readonly ref: UpstreamRef; readonly placedAtMs: number };

interface Row {
  ref: UpstreamRef | null;
  placed_at: Date | null;
}

/** Notes that an order is about to be placed. @returns what an earlier run of the step left */
export async function beginOrder(db: DataSource, order: UpstreamOrder): Promise<BegunOrder> {
  const { generationId, attempt, provider, upstreamModel } = order;
  const fresh = await affected(
    db,
    `INSERT INTO upstream_order (generation_id, attempt, provider, upstream_model)
     VALUES ($1, $2, $3, $4) ON CONFLICT (generation_id, attempt) DO NOTHING RETURNING attempt`,
    [generationId, attempt, provider, upstreamModel],
  );
  if (fresh === 1) return { state: 'fresh' };
  const row = await oneOf<Row>(
    db,
    'SELECT ref, placed_at FROM upstream_order WHERE generation_id = $1 AND attempt = $2',
    [generationId, attempt],
  );
  if (!row?.ref || !row.placed_at) return { state: 'lost' };
  return { state: 'placed', ref: row.ref, placedAtMs: row.placed_at.getTime() };
}

/** Keeps the upstream's id of an order. @returns when it was placed, Unix milliseconds */
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

/** Forgets an order that was certainly not taken: the step may place it again. */
export async function forgetRefusedOrder(
  db: DataSource,
  { generationId, attempt }: UpstreamOrder,
): Promise<void> {
  await db.query(
    'DELETE FROM upstream_order WHERE generation_id = $1 AND attempt = $2 AND ref IS NULL',
    [generationId, attempt],
  );
}

/** Keeps what an order cost us, US dollars, for operators. */
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
