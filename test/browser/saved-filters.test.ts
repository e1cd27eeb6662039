import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { useDashboard } from './dashboard.js';
import { untilCount } from './waits.js';

describe('saved filters of the library in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;

  before('creates an account with two images', async () => {
    customer = await dashboard.customer();
    for (const prompt of ['a red fox', 'a blue whale']) {
      const { body } = await customer.client.image({ prompt });
      await dashboard.finished(customer, body.id);
    }
  });
  beforeEach(async () => {
    page = await dashboard.visitAs(customer);
  });

  const tiles = () => page.getByRole('link', { name: /^image, / });
  const chips = () => page.getByRole('list', { name: 'Saved filters' });
  const saveButton = () => page.getByRole('button', { name: 'Save filter' });

  it('are named, opened again and removed', async () => {
    await dashboard.show(page, '/library');
    await untilCount(saveButton(), 0);
    await page.getByRole('textbox', { name: 'Search prompts' }).fill('whale');
    await untilCount(tiles(), 1);
    await saveButton().click();
    const dialog = page.getByRole('dialog', { name: 'Save filter' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Whales');
    await dashboard.settle(page);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await untilCount(saveButton(), 0);
    await dashboard.show(page, '/library');
    await untilCount(tiles(), 2);
    await chips().getByRole('link', { name: 'Whales' }).click();
    await untilCount(tiles(), 1);
    expect(new URL(page.url()).searchParams.get('q')).to.equal('whale');
    await dashboard.settle(page);
    await page.getByRole('button', { name: 'Remove filter Whales' }).click();
    await untilCount(chips(), 0);
    await saveButton().waitFor();
  });

  it('fit on a phone, also with long names', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await dashboard.show(page, `/library?q=${'whale'.repeat(8)}`);
    await saveButton().click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await chips().waitFor();
    await dashboard.settle(page);
  });
});
