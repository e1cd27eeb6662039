import type { EntityManager } from 'typeorm';
import { Refusal } from '../contract/refusal.js';
import { computeLimits, PLANS, type LimitName } from '../catalogue/plans.js';
import { mayNow, type Caller } from './caller.js';
import { expectRights } from './expect-rights.js';
import { findAccount } from './find-account.js';
import { executeAndCount, queryOne } from '../../entities/rows.js';

/** The plan table, for statements that ask for a limit of this moment. */
export const PLAN_LIMITS = JSON.stringify(PLANS);

/**
 * SQL: a limit of the account in whose row it stands, as it is now.
 * @param plans the value of `PLAN_LIMITS`, such as `$3`
 */
export const readCurrentLimit = (name: LimitName, plans: string): string =>
  `coalesce((raised_limits ->> '${name}')::int, (${plans}::jsonb -> plan ->> '${name}')::int)`;

/**
 * The things that a plan limits by number, and the scope needed to add one. Each name is a counter
 * column of `account` and the name of the limit.
 */
const PLACES = {
  characters: { code: 'CHARACTER_LIMIT', one: 'character', scope: 'generate' },
  products: { code: 'PRODUCT_LIMIT', one: 'product', scope: 'generate' },
  webhooks: { code: 'WEBHOOK_LIMIT', one: 'webhook', scope: 'webhooks' },
} as const;
export type PlaceName = keyof typeof PLACES;

type Plan = Pick<Caller, 'plan' | 'limits'>;

function buildLimitRefusal({ plan, limits }: Plan, name: PlaceName): Refusal {
  const limit = limits[name];
  const { code, one } = PLACES[name];
  return new Refusal('LIMIT_REACHED', {
    message: `Your ${plan} plan allows ${limit} ${limit === 1 ? one : name}, and the limit is reached. Delete a ${one}, or choose a larger plan.`,
    details: { code, limit, plan },
  });
}

/**
 * Refuses a request early when the limit is reached, before anything is fetched, counted or
 * charged. Only `incrementCount` decides.
 * @throws {Refusal} LIMIT_REACHED
 */
export async function expectWithinPlan(
  db: EntityManager,
  caller: Caller,
  name: PlaceName,
): Promise<void> {
  const free = await queryOne(db, `SELECT 1 FROM account WHERE id = $1 AND ${name} < $2`, [
    caller.accountId,
    caller.limits[name],
  ]);
  if (!free) throw buildLimitRefusal(caller, name);
}

/** Values: account, key, the plan table. */
const buildTakeStatement = (name: PlaceName) => `
UPDATE account SET ${name} = ${name} + 1
WHERE id = $1 AND suspended_at IS NULL
  AND EXISTS (SELECT 1 FROM api_key k LEFT JOIN member m ON m.id = k.member_id
    WHERE k.id = $2 AND k.revoked_at IS NULL AND ${mayNow(PLACES[name].scope)})
  AND ${name} < ${readCurrentLimit(name, '$3')}`;

/**
 * Counts one more against a plan limit, with one guarded statement. Runs in the transaction of the
 * new row and last, because the account row is the most contended one. Reads the current state of
 * key, role, account and plan, not the state at the start of the request.
 * @throws {Refusal} LIMIT_REACHED with the limit and its code; UNAUTHORIZED, ACCOUNT_SUSPENDED,
 * FORBIDDEN
 */
export async function incrementCount(
  tx: EntityManager,
  caller: Caller,
  name: PlaceName,
): Promise<void> {
  const { accountId, keyId } = caller;
  const count = await executeAndCount(tx, buildTakeStatement(name), [
    accountId,
    keyId,
    PLAN_LIMITS,
  ]);
  if (count === 1) return;
  await expectRights(tx, caller, PLACES[name].scope);
  const { plan, raisedLimits } = await findAccount(tx, accountId);
  throw buildLimitRefusal({ plan, limits: computeLimits(plan, raisedLimits) }, name);
}

/** Frees one unit of a plan limit, in the transaction that removes its row. */
export async function decrementCount(
  tx: EntityManager,
  accountId: string,
  name: PlaceName,
): Promise<void> {
  await tx.query(`UPDATE account SET ${name} = ${name} - 1 WHERE id = $1`, [accountId]);
}

/**
 * Frees one unit of a plan limit only if the account is above the limit. Otherwise the caller must
 * roll back, so that nothing within the limit is ended.
 */
export async function decrementSurplusCount(
  tx: EntityManager,
  accountId: string,
  name: PlaceName,
): Promise<boolean> {
  const count = await executeAndCount(
    tx,
    `UPDATE account SET ${name} = ${name} - 1 WHERE id = $1 AND ${name} > ${readCurrentLimit(name, '$2')}`,
    [accountId, PLAN_LIMITS],
  );
  return count === 1;
}
