import { setTimeout as pause } from 'node:timers/promises';

/** Waits of this process that have not ended, so that a test that times out can report them. */
const waits = new Set<{ readonly what: string; readonly since: number }>();

/** Lists every wait that has not ended, with its age. */
export function listWaits(): string[] {
  return [...waits].map(
    ({ what, since }) => `${what} (for ${Math.round((Date.now() - since) / 1_000)} s)`,
  );
}

/**
 * Polls until a condition holds.
 * @throws {Error} with the name of the condition after the deadline
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  deadlineMs = 120_000,
): Promise<T> {
  const wait = { what, since: Date.now() };
  waits.add(wait);
  try {
    for (;;) {
      const answer = await ask();
      if (answer) return answer;
      if (Date.now() > wait.since + deadlineMs) {
        throw new Error(`after ${deadlineMs} ms, this is still not true: ${what}`);
      }
      await pause(25);
    }
  } finally {
    waits.delete(wait);
  }
}
