import type { EntityManager } from 'typeorm';
import { PLANS, type LimitName, type PlanName } from '../catalogue/plans.js';
import { refuseUnknownAccount } from './find-account.js';
import { queryOne } from '../../entities/rows.js';

/**
 * Moves an account to another plan. Drops each raised limit that is not above the new plan's limit.
 * Credits, keys and running jobs do not change.
 * @returns the raised limits that are kept
 * @throws {Refusal} NOT_FOUND
 */
export async function changePlan(
  tx: EntityManager,
  id: string,
  plan: PlanName,
): Promise<Partial<Record<LimitName, number>>> {
  const row = await queryOne<{ raised_limits: Partial<Record<LimitName, number>> }>(
    tx,
    `UPDATE account SET plan = $2, raised_limits = (
       SELECT coalesce(jsonb_object_agg(raise.key, raise.value), '{}')
       FROM jsonb_each(raised_limits) AS raise
       WHERE raise.value::text::numeric > ($3::jsonb ->> raise.key)::numeric)
     WHERE id = $1 RETURNING raised_limits`,
    [id, plan, JSON.stringify(PLANS[plan])],
  );
  return row?.raised_limits ?? refuseUnknownAccount(id);
}
