import { Type, type Static } from 'typebox';
import { PLAN_NAMES, PLANS, type PlanLimits, type PlanName } from '../catalogue/plans.js';
import type { Scope } from '../catalogue/scopes.js';
import { ScopeName } from './choices.js';
import { buildNamedChoice, buildNullable, ObjectName, PrefixedId } from './common.js';

const Plan = buildNamedChoice<PlanName>(
  'Plan',
  "The account's plan, which sets its limits",
  Object.fromEntries(
    PLAN_NAMES.map((name) => [
      name,
      `${PLANS[name].requests_per_minute} requests per minute, ${PLANS[name].concurrent_jobs} concurrent jobs`,
    ]),
  ) as Record<PlanName, string>,
);

const count = (description: string) => Type.Integer({ description });

const CreditsSchema = Type.Object(
  {
    total: count("Credits you can spend now. Doesn't include credits held for running jobs"),
    subscription: count('Credits from the plan, which are spent first'),
    purchased: count('Purchased credits'),
  },
  { $id: 'AccountCredits', description: 'The balance' },
);

const LimitsSchema = Type.Object(
  {
    requests_per_minute: count('Requests per minute for each key'),
    concurrent_jobs: count('Maximum number of queued and processing generations'),
    images_per_minute: count('Approximate sustained number of generations per minute'),
    api_keys: count('Maximum number of active API keys'),
    webhooks: count('Maximum number of webhooks'),
    included_social_accounts: count('Number of social accounts included without a monthly fee'),
  },
  { $id: 'AccountLimits', description: 'Current limits, including any that were raised' },
);

const KeySchema = Type.Object(
  {
    id: PrefixedId('key', 'Key ID'),
    prefix: Type.String({ description: 'First characters of the key' }),
    scopes: Type.Array(ScopeName, { description: "The key's scopes" }),
    monthly_credit_cap: buildNullable(
      Type.Integer({
        description: 'Maximum credits the key can spend per UTC month. Null for no cap',
      }),
    ),
  },
  { $id: 'AccountKey', description: 'The API key used for the request' },
);

/** An account. For team members, it is the owner's account. */
export const AccountSchema = Type.Object(
  {
    object: ObjectName('account'),
    plan: Plan,
    credits: CreditsSchema,
    pricing: Type.Object(
      {
        api_credit_multiplier: Type.Number({
          description: 'API prices are base prices (`app_credits`) times this factor, rounded up',
        }),
      },
      { description: 'How API prices are calculated' },
    ),
    limits: LimitsSchema,
    usage_now: Type.Object(
      { active_jobs: count('Number of queued and processing generations') },
      { description: 'Current usage' },
    ),
    key: KeySchema,
    team_billing: Type.Boolean({
      description: "True if the key belongs to a team member and spends the owner's credits",
    }),
  },
  { $id: 'Account', description: 'The account the key belongs to' },
);
export type AccountBody = Static<typeof AccountSchema>;

/** Data for the account endpoint, which is known after authentication. */
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

/** Presents an account. No figure includes held credits, because they are spent unless refunded. */
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
