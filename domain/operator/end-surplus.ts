import type { DataSource, EntityManager } from 'typeorm';
import { computeLimits } from '../catalogue/plans.js';
import { findAccount } from '../accounts/find-account.js';
import { decrementSurplusCount, readCurrentLimit, PLAN_LIMITS } from '../accounts/plan-limits.js';
import { endSubject } from '../subjects/remove-subject.js';
import { endWebhook } from '../webhooks/change-webhook.js';
import { executeAndCount, queryRows } from '../../entities/rows.js';

/** Items whose number a plan limits, with their rows, in the order of the report. */
const COUNTED = {
  api_keys: "api_key WHERE revoked_at IS NULL AND door = 'v1' AND",
  webhooks: 'webhook_endpoint WHERE',
  characters: 'character WHERE',
  products: 'product WHERE',
} as const;
type CountedLimit = keyof typeof COUNTED;
const NAMES = Object.keys(COUNTED) as CountedLimit[];

/** Maximum ids in a list, because a longer list does not help readers. All ids are counted. */
const IDS_MAX = 100;

/** One kind of rows above the account's plan limit. */
export interface ExcessItems {
  readonly limit_name: CountedLimit;
  readonly limit: number;
  readonly count: number;
  /** The rows' ids, newest first. */
  readonly ids: string[];
}

/** Finds an account's items above its plan limits, for example after a move to a smaller plan. */
export async function findExcessItems(
  db: EntityManager,
  accountId: string,
): Promise<ExcessItems[]> {
  const { plan, raisedLimits } = await findAccount(db, accountId);
  const limits = computeLimits(plan, raisedLimits);
  const found: ExcessItems[] = [];
  for (const name of NAMES) {
    const rows = await queryRows<{ id: string; count: number }>(
      db,
      `SELECT id, count(*) OVER ()::int AS count FROM (
         SELECT id, created_at FROM ${COUNTED[name]} account_id = $1
         ORDER BY created_at, id OFFSET $2) AS beyond
       ORDER BY created_at DESC, id DESC LIMIT ${IDS_MAX}`,
      [accountId, limits[name]],
    );
    const [first] = rows;
    if (!first) continue;
    const ids = rows.map(({ id }) => id);
    found.push({ limit_name: name, limit: limits[name], count: first.count, ids });
  }
  return found;
}

/**
 * Removes everything above an account's plan limits, newest first: revokes keys, deletes webhooks,
 * characters and products. Each row has its own transaction, which checks that the account is still
 * above the limit. The sweep removes the photos; delivery runs find their row closed.
 * @returns the rows that this call removed
 */
export async function endExcessItems(db: DataSource, accountId: string): Promise<ExcessItems[]> {
  const ended = new Map<CountedLimit, ExcessItems>();
  let endedNow: number;
  do {
    endedNow = 0;
    for (const { limit_name: name, limit, ids } of await findExcessItems(db.manager, accountId)) {
      const entry = ended.get(name) ?? { limit_name: name, limit, count: 0, ids: [] };
      for (const id of ids) {
        if (!(await endOne(db, name, { accountId, id }))) continue;
        entry.ids.push(id);
        endedNow += 1;
      }
      if (entry.ids.length > 0) ended.set(name, { ...entry, count: entry.ids.length });
    }
    // If a round removed nothing, nothing is above a limit any more.
  } while (endedNow > 0);
  return [...ended.values()];
}

interface ItemRef {
  readonly accountId: string;
  readonly id: string;
}

/** Rolls the transaction back because the account is no longer above the limit. */
class LimitSatisfied extends Error {}

async function endOne(db: DataSource, name: CountedLimit, named: ItemRef): Promise<boolean> {
  if (name === 'api_keys') return revokeExcessKey(db, named);
  const work = db.transaction(async (tx) => {
    if (!(await endRow(tx, name, named))) throw new LimitSatisfied();
    if (!(await decrementSurplusCount(tx, named.accountId, name))) throw new LimitSatisfied();
    return true;
  });
  return work.catch((error: unknown) => {
    if (error instanceof LimitSatisfied) return false;
    throw error;
  });
}

async function endRow(tx: EntityManager, name: Exclude<CountedLimit, 'api_keys'>, named: ItemRef) {
  if (name === 'webhooks') return endWebhook(tx, named);
  return endSubject(tx, name === 'characters' ? 'character' : 'product', named);
}

/**
 * Revokes a key above the limit. Locks the account, so that two operators count one after the
 * other.
 */
function revokeExcessKey(db: DataSource, { accountId, id }: ItemRef): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM api_key WHERE id = $1 FOR UPDATE', [id]);
    await tx.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [accountId]);
    const count = await executeAndCount(
      tx,
      `UPDATE api_key SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL
         AND (SELECT count(*) FROM api_key
              WHERE account_id = $2 AND revoked_at IS NULL AND door = 'v1')
           > (SELECT ${readCurrentLimit('api_keys', '$3')} FROM account WHERE id = $2)`,
      [id, accountId, PLAN_LIMITS],
    );
    return count === 1;
  });
}
