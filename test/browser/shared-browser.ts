import { chromium, type Browser } from 'playwright-core';
import { provideChromium } from '../../tools/chromium.mjs';
import { keepOpen } from '../support/kept-open.js';

let shared: Promise<Browser> | null = null;

/** Starts the browser that all suites of this process share, because a start takes a second of CPU time. */
export function shareBrowser(): Promise<Browser> {
  shared ??= start().catch((error: unknown) => {
    shared = null;
    throw error;
  });
  return shared;
}

async function start(): Promise<Browser> {
  const browser = await launchBrowser();
  const release = keepOpen(() => browser.close());
  browser.once('disconnected', () => {
    shared = null;
    release();
  });
  return browser;
}

/**
 * Starts a browser that the caller closes. It always ends with this process, because its pipe to this process breaks.
 * Playwright's own signal handlers are disabled: on SIGTERM they would close the browser but not this process, and
 * every remaining test would fail.
 */
export async function launchBrowser(args: string[] = []): Promise<Browser> {
  const { path, env } = await provideChromium();
  return chromium.launch({
    executablePath: path,
    args,
    env: { ...process.env, ...env },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
