/** Plans and their limits. To add a plan, add a row. */

export interface PlanLimits {
  readonly requests_per_minute: number;
  readonly concurrent_jobs: number;
  readonly images_per_minute: number;
  readonly api_keys: number;
  readonly webhooks: number;
  readonly included_social_accounts: number;
  readonly characters: number;
  readonly products: number;
  readonly upload_files_per_day: number;
  readonly upload_bytes_per_day: number;
}

const GB = 1_000_000_000;

export const PLANS = {
  free: {
    requests_per_minute: 30,
    concurrent_jobs: 2,
    images_per_minute: 1,
    api_keys: 1,
    webhooks: 1,
    included_social_accounts: 0,
    characters: 1,
    products: 1,
    upload_files_per_day: 50,
    upload_bytes_per_day: 1 * GB,
  },
  creator: {
    requests_per_minute: 60,
    concurrent_jobs: 4,
    images_per_minute: 2,
    api_keys: 2,
    webhooks: 2,
    included_social_accounts: 2,
    characters: 3,
    products: 5,
    upload_files_per_day: 300,
    upload_bytes_per_day: 10 * GB,
  },
  influencer: {
    requests_per_minute: 120,
    concurrent_jobs: 10,
    images_per_minute: 5,
    api_keys: 5,
    webhooks: 5,
    included_social_accounts: 5,
    characters: 10,
    products: 20,
    upload_files_per_day: 1_000,
    upload_bytes_per_day: 50 * GB,
  },
  agency: {
    requests_per_minute: 240,
    concurrent_jobs: 20,
    images_per_minute: 10,
    api_keys: 20,
    webhooks: 20,
    included_social_accounts: 15,
    characters: 30,
    products: 50,
    upload_files_per_day: 5_000,
    upload_bytes_per_day: 250 * GB,
  },
} as const satisfies Record<string, PlanLimits>;

export type PlanName = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as PlanName[];

export type LimitName = keyof PlanLimits;
export const LIMIT_NAMES = Object.keys(PLANS.free) as LimitName[];

/** Computes the effective limits: the plan's limits, with the increases granted to the account. */
export function computeLimits(
  plan: PlanName,
  raised: Partial<Record<LimitName, number>>,
): PlanLimits {
  return { ...PLANS[plan], ...raised };
}

/** Whether a plan includes connected accounts and posts. */
export const hasSocial = (plan: PlanName): boolean => plan !== 'free';
