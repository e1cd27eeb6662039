import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for a condition by asking again.
 * @throws {Error} naming what was awaited, after the deadline
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  deadlineMs = 60_000,
): Promise<T> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited ${deadlineMs} ms in vain for: ${what}`);
    await pause(25);
  }
}
