import { expect } from 'chai';
import Mocha from 'mocha';
import type { Page } from 'playwright-core';
import { newVisitor } from './browser.js';
import { Consoles } from './console.js';
import { guard, RESERVE_MS } from './guard.js';
import { shareBrowser } from './shared-browser.js';

/** Long enough for the pages of these tests, which send no requests. */
const REPORT_MS = 1_000;

describe('a browser test', () => {
  /** Runs a test on a page as mocha does. @returns the failure, or an empty text */
  async function run(
    body: (page: Page, consoles: Consoles) => Promise<unknown>,
    limitMs = RESERVE_MS + 60_000,
  ): Promise<string> {
    const consoles = new Consoles(REPORT_MS);
    const page = await newVisitor(await shareBrowser());
    consoles.watch(page.context());
    const test = new Mocha.Test('a test', () => body(page, consoles));
    test.timeout(limitMs);
    guard(test, consoles, (reason) => page.context().close({ reason }));
    try {
      await (test.fn as Mocha.AsyncFunc).call(new Mocha.Context());
      return '';
    } catch (error) {
      return String(error);
    } finally {
      await page.context().close();
    }
  }
  const logError = (page: Page) => page.evaluate("console.error('a broken page')");

  it('passes if the console shows no errors', async () => {
    expect(await run((page) => page.evaluate("console.log('fine')"))).to.equal('');
  });

  it('fails if the console shows an error', async () => {
    expect(await run(logError)).to.match(/errors in the console.*a broken page/s);
  });

  it('passes if an expected error occurs, even if the page logs it late', async () => {
    const failure = await run(async (page, consoles) => {
      consoles.expectError(/a broken page/);
      await page.evaluate("void setTimeout(() => console.error('a broken page'), 100)");
    });
    expect(failure).to.equal('');
  });

  it('fails if an expected error does not occur', async () => {
    const failure = await run(async (page, consoles) => {
      consoles.expectError(/status of 404/);
      await logError(page);
    });
    expect(failure).to.match(/errors that did not come, among a broken page/);
  });

  it('reports the pending step and the console shortly before the timeout', async () => {
    const failure = await run(async (page) => {
      await logError(page);
      await page.getByRole('button', { name: 'Never there' }).click();
    }, RESERVE_MS + 500);
    expect(failure).to.include('the test has nearly used its 5500 ms');
    expect(failure).to.include("getByRole('button', { name: 'Never there' })");
    expect(failure).to.include('console: a broken page');
  });
});
