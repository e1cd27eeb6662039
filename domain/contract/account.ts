import { Type, type Static } from 'typebox';
import { PLAN_NAMES, type PlanLimits, type PlanName } from '../catalogue/plans.js';
import { SCOPES, type Scope } from '../catalogue/scopes.js';
import { idPattern, nullable, oneOf } from './common.js';

/** Account (spec, Resources). For team members the account is the owner's. */
export const AccountSchema = Type.Object(
  {
    object: Type.Literal('account'),
    plan: oneOf(PLAN_NAMES),
    credits: Type.Object({
      total: Type.Integer(),
      subscription: Type.Integer(),
      purchased: Type.Integer(),
    }),
    pricing: Type.Object({ api_credit_multiplier: Type.Number() }),
    limits: Type.Object({
      requests_per_minute: Type.Integer(),
      concurrent_jobs: Type.Integer(),
      images_per_minute: Type.Integer(),
      api_keys: Type.Integer(),
      webhooks: Type.Integer(),
      included_social_accounts: Type.Integer(),
    }),
    usage_now: Type.Object({ active_jobs: Type.Integer() }),
    key: Type.Object({
      id: Type.String({ pattern: idPattern('key') }),
      prefix: Type.String(),
      scopes: Type.Array(oneOf(SCOPES)),
      monthly_credit_cap: nullable(Type.Integer()),
    }),
    team_billing: Type.Boolean(),
  },
  { $id: 'Account' },
);
export type AccountBody = Static<typeof AccountSchema>;

/** What the account endpoint tells, as it is known after authentication. */
export interface AccountView {
  readonly plan: PlanName;
  readonly subscriptionCredits: number;
  readonly purchasedCredits: number;
  readonly activeJobs: number;
  readonly limits: PlanLimits;
  readonly keyId: string;
  readonly keyPrefix: string;
  readonly scopes: Scope[];
  readonly monthlyCreditCap: number | null;
  readonly memberId: string | null;
}

/** Presents an account. Credits on hold are in no figure: they are spent unless refunded. */
export function presentAccount(view: AccountView, multiplier: number): AccountBody {
  const { limits } = view;
  return {
    object: 'account',
    plan: view.plan,
    credits: {
      total: view.subscriptionCredits + view.purchasedCredits,
      subscription: view.subscriptionCredits,
      purchased: view.purchasedCredits,
    },
    pricing: { api_credit_multiplier: multiplier },
    limits: {
      requests_per_minute: limits.requests_per_minute,
      concurrent_jobs: limits.concurrent_jobs,
      images_per_minute: limits.images_per_minute,
      api_keys: limits.api_keys,
      webhooks: limits.webhooks,
      included_social_accounts: limits.included_social_accounts,
    },
    usage_now: { active_jobs: view.activeJobs },
    key: {
      id: view.keyId,
      prefix: view.keyPrefix,
      scopes: view.scopes,
      monthly_credit_cap: view.monthlyCreditCap,
    },
    team_billing: view.memberId !== null,
  };
}
