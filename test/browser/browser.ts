import { AxeBuilder } from '@axe-core/playwright';
import { expect } from 'chai';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { provideChromium } from '../../tools/chromium.mjs';

/** How a page is looked at. */
export interface Look {
  /** Of the window; 360 is a narrow telephone. */
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  /** What the browser tells as its language, also one that it has itself no texts for. */
  readonly language?: string;
  /** A telephone: it has no mouse. */
  readonly touch?: boolean;
  /** False where a browser runs no scripts. */
  readonly scripts?: boolean;
}

/** Every page is looked at in each of these. */
export const LOOKS: readonly Required<Pick<Look, 'width' | 'theme'>>[] = [
  { width: 360, theme: 'light' },
  { width: 360, theme: 'dark' },
  { width: 1_400, theme: 'light' },
  { width: 1_400, theme: 'dark' },
];

export const nameOf = ({ width, theme }: (typeof LOOKS)[number]): string => `${width} px, ${theme}`;

/** What a page showed that no page may show. */
const problems = new WeakMap<BrowserContext, string[]>();

/** A browser that no other test uses. Its pages tell what went wrong in them. */
export interface TestBrowser {
  /** A page of a new visitor: no cookie, nothing stored. */
  visit(look?: Look): Promise<Page>;
  /** Takes back one error that the test meant to provoke. */
  expectSaid(what: RegExp): void;
}

/**
 * One browser for a describe block. A test fails when one of its pages has said an error.
 * @param args further ones of the command line; asked for when everything else runs
 */
export function useBrowser(args: () => string[] = () => []): TestBrowser {
  let browser: Browser;
  const said = () => browser.contexts().flatMap((context) => problems.get(context) ?? []);
  before('the browser starts', async () => {
    browser = await launchBrowser(args());
  });
  afterEach('no page has said an error', async () => {
    const found = said();
    await Promise.all(browser.contexts().map((context) => context.close()));
    expect(found, 'errors in the console').to.deep.equal([]);
  });
  after('the browser ends', () => browser?.close());
  return {
    visit: (look) => newVisitor(browser, look),
    expectSaid(what) {
      const lists = browser.contexts().map((context) => problems.get(context) ?? []);
      const list = lists.find((one) => one.some((text) => what.test(text)));
      expect(list, `${what} among ${said().join(', ')}`).not.to.equal(undefined);
      list?.splice(
        list.findIndex((text) => what.test(text)),
        1,
      );
    },
  };
}

/** Starts a browser; whoever starts it closes it. */
export async function launchBrowser(args: string[] = []): Promise<Browser> {
  const { path, env } = await provideChromium();
  return chromium.launch({ executablePath: path, args, env: { ...process.env, ...env } });
}

/** A page of a new visitor in a browser. */
export async function newVisitor(browser: Browser, look: Look = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1_400, height: 900 },
    colorScheme: look.theme ?? 'light',
    hasTouch: look.touch ?? false,
    isMobile: look.touch ?? false,
    javaScriptEnabled: look.scripts ?? true,
    // What moves has no one moment at which it could be judged.
    reducedMotion: 'reduce',
    // Whatever the machine has: what it would tell is a case of its own, which `language` asks for.
    locale: 'en-US',
  });
  // Of a machine that runs all suites at once; a page that works is waited for no longer than it takes.
  context.setDefaultTimeout(60_000);
  const said: string[] = [];
  problems.set(context, said);
  context.on('console', (message) => {
    if (message.type() === 'error') said.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => said.push(String(error.error())));
  if (look.language !== undefined) {
    const told = JSON.stringify(look.language);
    await context.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'language', { get: () => ${told} })`,
    );
  }
  return context.newPage();
}

/** Goes to an address, and expects a page that works for everybody. */
export async function open(page: Page, url: string): Promise<void> {
  const answer = await page.goto(url, { waitUntil: 'networkidle' });
  expect(answer?.status(), url).to.equal(200);
  await expectGood(page);
}

/** Expects that what a page shows now can be used by everybody, and is not wider than its window. */
export async function expectGood(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`);
    return [`${id}: ${help} (${nodes.length})`, ...places].join('\n  ');
  });
  expect(found, `axe on ${page.url()}\n${found.join('\n')}`).to.deep.equal([]);
  const spare = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(spare, `pixels that ${page.url()} is too wide`).to.equal(0);
}
