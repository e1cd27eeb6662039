/**
 * Computes the API price of app credits. Rounded up, because credits are whole and the operator
 * never sells below cost.
 * @param multiplier `api_credit_multiplier`, 2 unless configured
 */
export function computeApiCredits(appCredits: number, multiplier: number): number {
  // Floating point makes 100 x 0.55 slightly more than 55, which must not round up to 56.
  return Math.ceil(Number((appCredits * multiplier).toFixed(6)));
}

/** Price of one app credit in USD, and the factor on the cost of an upstream; the same for all. */
const APP_CREDIT_USD = 0.1;
const MARGIN = 1.25;

/** Computes the API price of work that costs this much upstream, in credits. */
export function computeUpstreamCredits(usd: number, multiplier: number): number {
  // Floating point makes 1.25 x 0.4 x 8 / 0.1 slightly more than 40, which must not round up to 41.
  const appCredits = Math.ceil(Number(((usd * MARGIN) / APP_CREDIT_USD).toFixed(6)));
  return computeApiCredits(appCredits, multiplier);
}

/** App credits for a preset character; at the multiplier of 2, the API price is 2 credits. */
const PRESET_CHARACTER_APP_CREDITS = 1;

/** Computes the API price of a preset character in credits. */
export function computePresetCredits(multiplier: number): number {
  return computeApiCredits(PRESET_CHARACTER_APP_CREDITS, multiplier);
}

/** Credits for social publishing. The multiplier does not apply. */
export const SOCIAL_CREDITS = {
  post_per_destination: 1,
  x_post_with_link: 3,
  /** Price of each additional account per 30 days. */
  extra_account_monthly: 50,
} as const;
