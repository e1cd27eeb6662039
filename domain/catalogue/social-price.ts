/** Credits of social publishing; not subject to the multiplier. */
export const SOCIAL_CREDITS = {
  post_per_destination: 1,
  x_post_with_link: 3,
  /** For each account beyond the included ones, per 30 days. */
  extra_account_monthly: 50,
} as const;
