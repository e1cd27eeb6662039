import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls `probe` until it returns true.
 * @param what named in the error message
 * @throws {Error} after `timeoutMs`, with the probe's last error as its cause
 */
export async function waitUntil(
  what: string,
  probe: () => Promise<boolean>,
  { timeoutMs, intervalMs = 50 }: { timeoutMs: number; intervalMs?: number },
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let cause: unknown;
  do {
    try {
      if (await probe()) return;
    } catch (error) {
      cause = error;
    }
    await sleep(intervalMs);
  } while (Date.now() < deadline);
  throw new Error(`${what} took longer than ${timeoutMs / 1000} s`, { cause });
}
