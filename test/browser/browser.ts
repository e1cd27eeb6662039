import { AxeBuilder } from '@axe-core/playwright';
import { expect } from 'chai';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { provideChromium } from '../../tools/chromium.mjs';

/** How a page is looked at. */
export interface Look {
  /** Of the window; 360 is a narrow telephone. */
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
}

/** Every page is looked at in each of these. */
export const LOOKS: readonly Required<Look>[] = [
  { width: 360, theme: 'light' },
  { width: 360, theme: 'dark' },
  { width: 1_400, theme: 'light' },
  { width: 1_400, theme: 'dark' },
];

export const nameOf = ({ width, theme }: Required<Look>): string => `${width} px, ${theme}`;

/** What a page showed that no page may show. */
const problems = new WeakMap<BrowserContext, string[]>();

/** A browser that no other test uses. Its pages tell what went wrong in them. */
export interface TestBrowser {
  /** A page of a new visitor: no cookie, nothing stored. */
  visit(look?: Look): Promise<Page>;
}

/** One browser for a describe block. A test fails when a page of its has said an error. */
export function useBrowser(): TestBrowser {
  let browser: Browser;
  before('the browser starts', async () => {
    browser = await launchBrowser();
  });
  afterEach('no page has said an error', async () => {
    const contexts = browser.contexts();
    const said = contexts.flatMap((context) => problems.get(context) ?? []);
    await Promise.all(contexts.map((context) => context.close()));
    expect(said, 'errors in the console').to.deep.equal([]);
  });
  after('the browser ends', () => browser?.close());
  return { visit: (look) => newVisitor(browser, look) };
}

/** Starts a browser; whoever starts it closes it. */
export async function launchBrowser(): Promise<Browser> {
  const { path, env } = await provideChromium();
  return chromium.launch({ executablePath: path, env: { ...process.env, ...env } });
}

/** A page of a new visitor in a browser. */
export async function newVisitor(browser: Browser, look: Look = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1_400, height: 900 },
    colorScheme: look.theme ?? 'light',
    // What moves has no one moment at which it could be judged.
    reducedMotion: 'reduce',
  });
  const said: string[] = [];
  problems.set(context, said);
  context.on('console', (message) => {
    if (message.type() === 'error') said.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => said.push(String(error.error())));
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
