import { expect } from 'chai';
import type { BrowserContext } from 'playwright-core';
import { until } from '../support/until.js';

/** Time for Chromium to report an error, because it may report the error after the page shows the effect. */
const REPORT_MS = 10_000;

/** Returns whether Chromium sent the request by itself. No page of a test uses this URL. */
const isOwnRequest = (url: string): boolean => URL.parse(url)?.pathname === '/favicon.ico';

/** The errors in the consoles of one test's pages, and the errors that the test expects. */
export class Consoles {
  private readonly errors: string[] = [];
  private readonly expected: RegExp[] = [];

  constructor(private readonly reportMs = REPORT_MS) {}

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      const { url } = message.location();
      if (message.type() !== 'error' || isOwnRequest(url)) return;
      this.errors.push(`${message.text()} (${url})`);
    });
    context.on('weberror', (error) => this.errors.push(String(error.error())));
  }

  /** Allows, and requires, one error that the test causes. */
  expectError(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  /** @returns the errors that the test does not expect, and the expected errors that did not occur */
  private compare(): { spare: string[]; missing: RegExp[] } {
    const spare = [...this.errors];
    const missing = this.expected.filter((pattern) => {
      const found = spare.findIndex((text) => pattern.test(text));
      if (found >= 0) spare.splice(found, 1);
      return found < 0;
    });
    return { spare, missing };
  }

  async verify(): Promise<void> {
    const what = 'the errors in the console that the test expects';
    await until(what, async () => this.compare().missing.length === 0, this.reportMs).catch(
      () => null,
    );
    const { spare, missing } = this.compare();
    expect(missing, `errors that did not come, among ${this.describe()}`).to.deep.equal([]);
    expect(spare, 'errors in the console').to.deep.equal([]);
  }

  describe(): string {
    return this.errors.length > 0 ? this.errors.join('\n  ') : 'none';
  }
}
