import type { EntityManager } from 'typeorm';
import { Refusal } from '../contract/refusal.js';
import { computeLimits, PLANS, type LimitName } from '../catalogue/plans.js';
import { mayNow, type Caller } from './caller.js';
import { expectRights } from './expect-rights.js';
import { findAccount } from './find-account.js';
import { executeAndCount, queryOne } from '../../entities/rows.js';

/** The plan table as JSON, for statements that read a current limit. */
export const PLAN_LIMITS = JSON.stringify(PLANS);

/**
 * SQL: the current limit of the account whose row is in scope.
 * @param plans the parameter that holds `PLAN_LIMITS`, such as `$3`
 */
export const readCurrentLimit = (name: LimitName, plans: string): string =>
  `coalesce((raised_limits ->> '${name}')::int, (${plans}::jsonb -> plan ->> '${name}')::int)`;

/**
 * The items whose number a plan limits, and the scope needed to add one. Each name is both a
 * counter column of `account` and the limit's name.
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
 * Refuses a request early if the limit is reached, before anything is fetched, counted or charged.
 * `incrementCount` makes the final decision.
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

/** Builds the statement. Its parameters are the account, the key and the plan table. */
const buildTakeStatement = (name: PlaceName) => `
UPDATE account SET ${name} = ${name} + 1
WHERE id = $1 AND suspended_at IS NULL
  AND EXISTS (SELECT 1 FROM api_key k LEFT JOIN member m ON m.id = k.member_id
    WHERE k.id = $2 AND k.revoked_at IS NULL AND ${mayNow(PLACES[name].scope)})
  AND ${name} < ${readCurrentLimit(name, '$3')}`;

/**
 * Adds one to a count that a plan limits, with one guarded statement. Call it last in the
 * transaction that inserts the row, because the account row is the most contended one. It checks
 * the current state of key, role, account and plan, not the state when the request started.
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

/** Subtracts one from a count that a plan limits, in the transaction that removes the row. */
export async function decrementCount(
  tx: EntityManager,
  accountId: string,
  name: PlaceName,
): Promise<void> {
  await tx.query(`UPDATE account SET ${name} = ${name} - 1 WHERE id = $1`, [accountId]);
}

/**
 * Subtracts one from a count that a plan limits, only if the account is above the limit. Otherwise
 * the caller must roll back, so that nothing within the limit is removed.
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
