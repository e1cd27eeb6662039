/**
 * Computes the API price of app credits. Rounded up, because credits are whole and the operator
 * never sells below cost.
 * @param multiplier `api_credit_multiplier`, 2 unless configured
 */
export function computeApiCredits(appCredits: number, multiplier: number): number {
  // Floating point makes 100 x 0.55 slightly more than 55, which must not round up to 56.
  return Math.ceil(Number((appCredits * multiplier).toFixed(6)));
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
