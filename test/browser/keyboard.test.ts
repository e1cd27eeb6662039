import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { newLink } from '../support/person.js';
import { useDashboard } from './dashboard.js';

/** More presses than any page has places. */
const PRESSES = 60;

/** Goes on with the Tab key until the place of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(
      `(() => {
        const place = document.activeElement;
        const label = place?.labels?.[0]?.textContent;
        return (place?.getAttribute('aria-label') ?? label ?? place?.textContent ?? '').trim();
      })()`,
    );
  for (let press = 0; press < PRESSES; press += 1) {
    await page.keyboard.press('Tab');
    if ((await focused()) === name) return;
  }
  throw new Error(`the Tab key never reached "${name}"`);
}

describe('the keyboard alone in a browser', () => {
  const dashboard = useDashboard();

  it('signs in, and makes and looks at a first image', async () => {
    const customer = await dashboard.customer();
    const page = await dashboard.browser.visit();
    await page.goto(`${dashboard.origin}/app/sign-in#${await newLink(dashboard.db, customer)}`);
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await tabTo(page, 'Continue');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Make your first image' }).waitFor();
    await tabTo(page, 'Make your first image');
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
    expect(await page.getByRole('img', { name: 'a red fox in snow' }).count()).to.equal(1);
  });
});
