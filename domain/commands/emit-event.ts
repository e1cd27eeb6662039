import type { EntityManager } from 'typeorm';
import { LOW_BALANCE_THRESHOLD } from '../catalogue/price.js';
import type { GenerationBody } from '../contract/generation.js';

interface NewEvent {
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  readonly at: Date;
  readonly data: unknown;
}

/** Writes an event in the transaction that causes it; a repeated cause writes nothing. */
async function emitEvent(tx: EntityManager, event: NewEvent): Promise<void> {
  const body = {
    id: event.id,
    type: event.type,
    created_at: event.at.getTime(),
    data: event.data,
  };
  await tx.query(
    `INSERT INTO event (id, account_id, type, body, created_at)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING`,
    [event.id, event.accountId, event.type, JSON.stringify(body), event.at],
  );
}

/** `generation.completed`, or `generation.failed` for failed and cancelled ones (spec, Events). */
export async function emitGenerationEvent(
  tx: EntityManager,
  accountId: string,
  generation: GenerationBody,
): Promise<void> {
  await emitEvent(tx, {
    id: `evt_gen_${generation.id}_${generation.status}`,
    accountId,
    type: generation.status === 'completed' ? 'generation.completed' : 'generation.failed',
    at: new Date(generation.completed_at ?? Date.now()),
    data: generation,
  });
}

/** `credits.low`: at most one a UTC day, which the id and the reserve statement both hold. */
export async function emitLowBalance(
  tx: EntityManager,
  accountId: string,
  balance: number,
  at: Date,
): Promise<void> {
  await emitEvent(tx, {
    id: `evt_low_${accountId}_${at.toISOString().slice(0, 10).replaceAll('-', '')}`,
    accountId,
    type: 'credits.low',
    at,
    data: { balance, threshold: LOW_BALANCE_THRESHOLD },
  });
}
