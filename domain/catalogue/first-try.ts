/** The relay leaves a new start alone for this long, because its writer tries first. */
export const FIRST_TRY_MS = 3_000;
