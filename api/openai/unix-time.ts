/** Converts Unix milliseconds to the seconds that OpenAI's objects use. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1_000);
