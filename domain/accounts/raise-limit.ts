import type { EntityManager } from 'typeorm';
import { PLAN_NAMES, PLANS, type LimitName } from '../catalogue/plans.js';
import { Refusal } from '../contract/refusal.js';
import { findAccount } from './find-account.js';
import { executeAndCount } from '../../entities/rows.js';

/**
 * Raises an account's limit above the plan's limit, or resets it.
 * @param value the new limit; null restores the plan's limit
 * @throws {Refusal} NOT_FOUND, or VALIDATION_ERROR if the value is below the plan's limit
 */
export async function raiseLimit(
  tx: EntityManager,
  id: string,
  limit: LimitName,
  value: number | null,
): Promise<void> {
  const ofPlans = Object.fromEntries(PLAN_NAMES.map((plan) => [plan, PLANS[plan][limit]]));
  const count = await executeAndCount(
    tx,
    `UPDATE account SET raised_limits = CASE WHEN $3::bigint IS NULL THEN raised_limits - $2::text
       ELSE raised_limits || jsonb_build_object($2::text, $3::bigint) END
     WHERE id = $1 AND ($3::bigint IS NULL OR $3::bigint >= ($4::jsonb ->> plan)::bigint)`,
    [id, limit, value, JSON.stringify(ofPlans)],
  );
  if (count === 1) return;
  const { plan } = await findAccount(tx, id);
  throw new Refusal('VALIDATION_ERROR', {
    message: `${limit} cannot be set to ${value}: it must be at least ${ofPlans[plan]}, the limit of plan ${plan}.`,
  });
}
