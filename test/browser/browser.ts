import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findViolations } from './axe.js';
import { Consoles } from './console.js';
import { guard } from './guard.js';
import { untilIdle, watchRequests } from './requests.js';
import { launchBrowser, shareBrowser } from './shared-browser.js';
import { inOtherTheme, readTheme, type Theme } from './theme.js';

/** How a visitor views a page. */
export interface Device {
  /** Width of the window; 360 is a narrow phone. */
  readonly width?: number;
  /** The system theme while the page loads. `expectGood` also checks the other theme. */
  readonly theme?: Theme;
  /** Value of `navigator.language`. It may be a tag that `Intl` rejects, such as `en-US@posix`. */
  readonly language?: string;
  /** True for a phone, which has no mouse. */
  readonly touch?: boolean;
  /** False for a browser without scripts. */
  readonly scripts?: boolean;
}

/** Every page is visited in each of these widths. One visit begins in the light theme, the other in the dark theme. */
export const DEVICES: readonly Required<Pick<Device, 'width' | 'theme'>>[] = [
  { width: 360, theme: 'light' },
  { width: 1_400, theme: 'dark' },
];

export const nameOf = ({ width }: (typeof DEVICES)[number]): string => `${width} px`;

/** Rules whose result depends on the theme. The elements of a page are the same in both themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const WAIT_MS = 60_000;

/** The visitors of one describe block. An error in the console of a page fails the test that caused it. */
export interface TestBrowser {
  /** Opens a page as a new visitor, without cookies and stored data. */
  visit(device?: Device): Promise<Page>;
  /** Allows, and requires, one error in the console of a page of this test. */
  expectError(pattern: RegExp): void;
}

/**
 * Provides visitors for a describe block, in the browser that all suites of this process share.
 * @param args command line of a separate browser for this block; called before the first test
 */
export function useBrowser(args?: () => string[]): TestBrowser {
  let browser: Browser;
  let consoles = new Consoles();
  let contexts: BrowserContext[] = [];
  const closeAll = (reason: string) =>
    Promise.all(contexts.splice(0).map((context) => context.close({ reason })));

  before('starts the browser', async () => {
    browser = await (args ? launchBrowser(args()) : shareBrowser());
  });
  beforeEach('errors in a console fail the test', function () {
    consoles = new Consoles();
    contexts = [];
    if (this.currentTest) guard(this.currentTest, consoles, closeAll);
  });
  afterEach('the visitors close', () => closeAll('the test has ended'));
  after('stops the browser', async () => {
    if (args) await browser?.close();
  });
  return {
    async visit(device) {
      const page = await newVisitor(browser, device);
      contexts.push(page.context());
      consoles.watch(page.context());
      return page;
    },
    expectError: (pattern) => consoles.expectError(pattern),
  };
}

/** Opens a page of a new visitor in a browser. */
export async function newVisitor(browser: Browser, device: Device = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: device.width ?? 1_400, height: 900 },
    colorScheme: device.theme ?? 'light',
    hasTouch: device.touch ?? false,
    isMobile: device.touch ?? false,
    javaScriptEnabled: device.scripts ?? true,
    // An animated page is never stable, so it could not be checked.
    reducedMotion: 'reduce',
    // Does not depend on the machine. `language` sets another one.
    locale: 'en-US',
  });
  context.setDefaultTimeout(WAIT_MS);
  if (device.language !== undefined) {
    const language = JSON.stringify(device.language);
    await context.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'language', { get: () => ${language} })`,
    );
  }
  const page = await context.newPage();
  watchRequests(page);
  return page;
}

/** Opens a URL, and expects an accessible page. */
export async function open(page: Page, url: string): Promise<void> {
  const answer = await page.goto(url);
  expect(answer?.status(), url).to.equal(200);
  await expectGood(page);
}

/**
 * Waits until a page is idle, and expects it to be accessible in both themes without horizontal scrolling.
 * @param isComplete an expression that is true when the page shows everything
 */
export async function expectGood(page: Page, isComplete?: string): Promise<void> {
  await untilIdle(page, isComplete);
  const theme = await readTheme(page);
  expectNone(await findViolations(page), page, theme);
  const spare = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(spare, `pixels by which ${page.url()} is too wide`).to.equal(0);
  await inOtherTheme(page, async (other) => {
    expectNone(await findViolations(page, { runOnly: COLOUR_RULES }), page, other);
  });
}

function expectNone(violations: readonly string[], page: Page, theme: Theme): void {
  const what = `axe on ${page.url()} in the ${theme} theme\n${violations.join('\n')}`;
  expect(violations, what).to.deep.equal([]);
}
