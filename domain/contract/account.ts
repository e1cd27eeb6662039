import { Type, type Static } from 'typebox';
import { PLAN_NAMES, PLANS, type PlanLimits, type PlanName } from '../catalogue/plans.js';
import type { Scope } from '../catalogue/scopes.js';
import { ScopeName } from './choices.js';
import { namedChoice, nullable, ObjectName, PrefixedId } from './common.js';

const Plan = namedChoice<PlanName>(
  'Plan',
  'The plan of the account; it sets the limits',
  Object.fromEntries(
    PLAN_NAMES.map((name) => [
      name,
      `${PLANS[name].requests_per_minute} requests a minute, ${PLANS[name].concurrent_jobs} jobs at once`,
    ]),
  ) as Record<PlanName, string>,
);

const count = (description: string) => Type.Integer({ description });

const CreditsSchema = Type.Object(
  {
    total: count('What can be spent now; credits on hold for running jobs are not in it'),
    subscription: count('Of the plan; spent first'),
    purchased: count('Bought'),
  },
  { $id: 'AccountCredits', description: 'The balance' },
);

const LimitsSchema = Type.Object(
  {
    requests_per_minute: count('Requests per minute, of each key'),
    concurrent_jobs: count('Generations that may be queued or processing at once'),
    images_per_minute: count('Generations per minute that can be sustained, about'),
    api_keys: count('Active API keys'),
    webhooks: count('Webhooks'),
    included_social_accounts: count('Social accounts without a monthly fee'),
  },
  { $id: 'AccountLimits', description: 'Limits in force, with every raise granted' },
);

const KeySchema = Type.Object(
  {
    id: PrefixedId('key', 'Id of the key'),
    prefix: Type.String({ description: 'Its leading characters' }),
    scopes: Type.Array(ScopeName, { description: 'What it may do' }),
    monthly_credit_cap: nullable(
      Type.Integer({ description: 'Credits it may spend in a UTC month; null for no cap' }),
    ),
  },
  { $id: 'AccountKey', description: 'The key that asks' },
);

/** Account. For team members the account is the owner's. */
export const AccountSchema = Type.Object(
  {
    object: ObjectName('account'),
    plan: Plan,
    credits: CreditsSchema,
    pricing: Type.Object(
      { api_credit_multiplier: Type.Number({ description: 'API price by in-app price' }) },
      { description: 'What prices are made of' },
    ),
    limits: LimitsSchema,
    usage_now: Type.Object(
      { active_jobs: count('Generations that are queued or processing') },
      { description: 'What the limits are used for at this moment' },
    ),
    key: KeySchema,
    team_billing: Type.Boolean({
      description: "Whether the key is a team member's and spends the owner's credits",
    }),
  },
  { $id: 'Account', description: 'The account that the key belongs to' },
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
