import type { EntityManager } from 'typeorm';
import { Refusal } from '../contract/refusal.js';
import type { Caller } from './authenticate.js';
import { affected, oneOf } from '../../entities/rows.js';

/**
 * What a plan limits by number. Each name is the column of `account` that counts, and the name of
 * the limit too.
 */
const PLACES = {
  characters: { code: 'CHARACTER_LIMIT', one: 'character' },
  products: { code: 'PRODUCT_LIMIT', one: 'product' },
  webhooks: { code: 'WEBHOOK_LIMIT', one: 'webhook' },
} as const;
export type PlaceName = keyof typeof PLACES;

function refusePlace(caller: Caller, name: PlaceName): Refusal {
  const limit = caller.limits[name];
  const { code, one } = PLACES[name];
  return new Refusal('LIMIT_REACHED', {
    message: `The plan ${caller.plan} has room for ${limit} ${limit === 1 ? one : name}, and the account has as many. Delete a ${one}, or choose a larger plan.`,
    details: { code, limit, plan: caller.plan },
  });
}

/**
 * Refuses a request early when no place is free, before anything is fetched, counted or charged.
 * Only `takePlace` decides.
 * @throws {Refusal} LIMIT_REACHED
 */
export async function expectPlace(
  db: EntityManager,
  caller: Caller,
  name: PlaceName,
): Promise<void> {
  const free = await oneOf(db, `SELECT 1 FROM account WHERE id = $1 AND ${name} < $2`, [
    caller.accountId,
    caller.limits[name],
  ]);
  if (!free) throw refusePlace(caller, name);
}

/**
 * Takes a place in one guarded statement, in the transaction of the row that needs it and after
 * everything else, because the account is its hottest row.
 * @throws {Refusal} LIMIT_REACHED with the limit and its code
 */
export async function takePlace(tx: EntityManager, caller: Caller, name: PlaceName): Promise<void> {
  const count = await affected(
    tx,
    `UPDATE account SET ${name} = ${name} + 1 WHERE id = $1 AND ${name} < $2`,
    [caller.accountId, caller.limits[name]],
  );
  if (count !== 1) throw refusePlace(caller, name);
}

/** Gives a place back, in the transaction that removes its row. */
export async function freePlace(
  tx: EntityManager,
  accountId: string,
  name: PlaceName,
): Promise<void> {
  await tx.query(`UPDATE account SET ${name} = ${name} - 1 WHERE id = $1`, [accountId]);
}
