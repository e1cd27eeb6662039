import { PLANS, type LimitName } from '../catalogue/plans.js';

/** The plan table, for statements that ask for a limit of this moment. */
export const PLAN_LIMITS = JSON.stringify(PLANS);

/**
 * SQL: a limit of the account in whose row it stands, as it is now.
 * @param plans the value of `PLAN_LIMITS`, such as `$3`
 */
export const limitNow = (name: LimitName, plans: string): string =>
  `coalesce((raised_limits ->> '${name}')::int, (${plans}::jsonb -> plan ->> '${name}')::int)`;
