import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { useDashboard } from './dashboard.js';
import { untilCount } from './waits.js';

describe('favorites and titles in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;
  let id = '';

  before('creates an account with two images', async () => {
    customer = await dashboard.customer();
    for (const prompt of ['a red fox', 'a blue whale']) {
      const { body } = await customer.client.image({ prompt });
      await dashboard.finished(customer, body.id);
      id = body.id;
    }
  });
  beforeEach(async () => {
    page = await dashboard.visitAs(customer);
  });

  const tiles = () => page.getByRole('link', { name: /^image, / });

  it('let a user mark favorites in the library and list only them', async () => {
    await dashboard.show(page, '/library');
    await untilCount(tiles(), 2);
    const star = page.getByRole('button', { name: 'Favorite: image: a blue whale' });
    await star.click();
    await page.locator('[aria-pressed=true][aria-label="Favorite: image: a blue whale"]').waitFor();
    await page.getByRole('button', { name: 'Favorites', exact: true }).click();
    await untilCount(tiles(), 1);
    expect(new URL(page.url()).searchParams.get('favorite')).to.equal('true');
    await page.reload();
    await untilCount(tiles(), 1);
    await dashboard.settle(page);
  });

  it('are given and removed on the page of a generation, and the library shows them', async () => {
    await dashboard.show(page, `/library/${id}`);
    const name = async (title: string, open: string) => {
      await page.getByRole('button', { name: open }).click();
      const dialog = page.getByRole('dialog', { name: 'Title' });
      await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await name('Cover of spring', 'Add title');
    await page.getByRole('heading', { name: 'Cover of spring', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Library' }).first().click();
    await page.getByRole('link', { name: 'image, completed: Cover of spring' }).click();
    await page.getByRole('heading', { name: 'Cover of spring', level: 1 }).waitFor();
    await name('', 'Rename');
    await page.getByRole('heading', { name: 'Image', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Favorite', exact: true }).waitFor();
  });
});
