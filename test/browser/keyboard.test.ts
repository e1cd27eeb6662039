import type { Page } from 'playwright-core';
import { newLink } from '../support/person.js';
import { useDashboard } from './dashboard.js';
import { untilIdle } from './requests.js';
import { untilCount } from './waits.js';

/** Maximum number of presses: more than any page has focusable elements. */
const PRESSES = 60;

/** The name of the focused element. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const label = element?.labels?.[0]?.textContent;
  return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim();
})()`;

/** Presses Tab until the element with the given name is focused. */
async function tabTo(page: Page, name: string): Promise<void> {
  // A page that is still rendering may replace the focused element, and then Tab starts again at the beginning.
  await untilIdle(page);
  const passed: string[] = [];
  while (passed.length < PRESSES) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(FOCUSED);
    if (focused === name) return;
    passed.push(focused.slice(0, 40));
  }
  throw new Error(`the Tab key did not reach "${name}", but: ${passed.join(' | ')}`);
}

describe('the dashboard with only the keyboard', () => {
  const dashboard = useDashboard();

  it('lets a person sign in, generate a first image and open it', async () => {
    const customer = await dashboard.customer();
    const page = await dashboard.browser.visit();
    await page.goto(`${dashboard.origin}/app/sign-in#${await newLink(dashboard.db, customer)}`);
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await tabTo(page, 'Continue');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Create your first image' }).waitFor();
    await tabTo(page, 'Create your first image');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Prompt' }).waitFor();
    await tabTo(page, 'Prompt');
    await page.keyboard.type('a red fox in snow');
    await page.getByText('2 credits', { exact: true }).waitFor();
    await tabTo(page, 'Generate');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'a red fox in snow' }).waitFor();
    await tabTo(page, 'Details');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Image', level: 1 }).waitFor();
    await dashboard.settle(page);
    await untilCount(page.getByRole('img', { name: 'a red fox in snow' }), 1);
  });
});
