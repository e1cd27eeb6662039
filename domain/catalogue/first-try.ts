/** For this long the relay leaves a new start to the process that wrote it. */
export const FIRST_TRY_MS = 3_000;
