import type { Consoles } from './console.js';

/** The pages of a test close this long before its timeout. */
export const RESERVE_MS = 5_000;

/**
 * Makes a test fail for errors in the consoles of its pages. A failing `afterEach` would skip the other tests of the
 * block. The pages close shortly before the timeout of the test. Then a pending step fails and names what it waits for.
 * Mocha would only report its timeout.
 */
export function guard(
  test: Mocha.Test,
  consoles: Consoles,
  closeAll: (reason: string) => Promise<unknown>,
): void {
  const { fn } = test;
  if (!fn) return;
  const limitMs = test.timeout();
  test.fn = async function (this: Mocha.Context) {
    const reason = `the test has nearly used its ${limitMs} ms`;
    const watch = setTimeout(() => void closeAll(reason), limitMs - RESERVE_MS);
    try {
      await (fn as Mocha.AsyncFunc).call(this);
    } catch (error) {
      if (error instanceof Error) error.message += `\nconsole: ${consoles.describe()}`;
      throw error;
    } finally {
      clearTimeout(watch);
    }
    await consoles.verify();
  };
}
