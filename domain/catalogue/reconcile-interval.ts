/** How often rows that are open for long are looked at. */
export const RECONCILE_EVERY_MINUTES = 2;
