/** A balance below this sends `credits.low`, at most daily. */
export const LOW_BALANCE_THRESHOLD = 20;
