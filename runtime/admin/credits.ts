/** More at once is a typing mistake. */
export const GRANT_MAX = 100_000_000;
