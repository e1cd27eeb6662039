import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useDashboard } from './dashboard.js';
import { photo } from './subjects.js';
import { untilCount, untilValue } from './waits.js';

describe('characters and products in a browser', () => {
  const dashboard = useDashboard();

  const choosePhoto = async (page: Page) => {
    const file = { name: 'face.jpg', mimeType: 'image/jpeg', buffer: await photo() };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('img', { name: 'face.jpg' }).waitFor();
  };

  for (const [path, add, kind] of [
    ['/characters', 'New character', 'character'],
    ['/products', 'New product', 'product'],
  ] as const) {
    it(`can be created from a photo, renamed and deleted: ${kind}`, async () => {
      const customer = await dashboard.customer();
      const page = await dashboard.visitAs(customer);
      await dashboard.show(page, path);
      await page.getByRole('button', { name: add }).first().click();
      const form = page.getByRole('dialog', { name: add });
      await form.getByRole('textbox', { name: 'Name' }).fill('Ava');
      await choosePhoto(page);
      await dashboard.settle(page);
      await form.getByRole('button', { name: 'Create' }).click();
      await form.waitFor({ state: 'hidden' });
      await page.getByRole('article', { name: 'Ava' }).waitFor();
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Mia');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      const card = page.getByRole('article', { name: 'Mia' });
      await card.waitFor();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await dashboard.settle(page);
      await card.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await card.waitFor({ state: 'hidden' });
      const left = await customer.client.get<{ data: unknown[] }>(`/v1${path}`);
      expect(left.body.data).to.deep.equal([]);
    });
  }

  it('show the portraits of the presets, and the price before one is saved', async () => {
    const customer = await dashboard.customer({ credits: 500 });
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/characters');
    await page.getByRole('button', { name: 'New character' }).first().click();
    const form = page.getByRole('dialog', { name: 'New character' });
    await form.getByRole('button', { name: 'Create', exact: true }).waitFor();
    await form.getByText('Preset').click();
    await form.getByRole('radio', { name: 'Ava' }).click();
    await untilValue(form.getByRole('textbox', { name: 'Name' }), 'Ava');
    await dashboard.settle(page);
    await form.getByRole('button', { name: 'Create for 2 credits' }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('article', { name: 'Ava' }).waitFor();
    const { body } = await customer.client.get<{ credits: { total: number } }>('/v1/account');
    expect(body.credits.total).to.equal(498);
  });

  it('can be customized from a base portrait', async () => {
    const customer = await dashboard.customer({ credits: 500 });
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/characters');
    await page.getByRole('button', { name: 'New character' }).first().click();
    const form = page.getByRole('dialog', { name: 'New character' });
    await form.getByText('Preset').click();
    await form
      .getByRole('radiogroup', { name: 'Filter by gender' })
      .getByText('Male', { exact: true })
      .click();
    await untilCount(form.getByRole('radio', { name: 'Ava' }), 0);
    await form.getByRole('radio', { name: 'Leo' }).click();
    await form.getByRole('combobox', { name: 'Hair color' }).click();
    await page.getByRole('option', { name: 'blonde' }).click();
    await dashboard.settle(page);
    await form.getByRole('button', { name: 'Create for 2 credits' }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('article', { name: 'Leo' }).getByText('blonde').waitFor();
  });

  it('have a page with their results, and can be used in the playground', async () => {
    const customer = await dashboard.customer({ credits: 500 });
    const preset = { body: { name: 'Ava', base_id: 'ready_ava' } };
    const path = '/v1/characters/preset';
    const { body } = await customer.client.call<{ id: string }>('POST', path, preset);
    const prompt = 'waves on a beach';
    const made = await customer.client.image({ prompt, character_id: body.id });
    await dashboard.finished(customer, made.body.id);
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/characters');
    await page.getByRole('link', { name: 'Ava' }).click();
    await page.getByRole('heading', { name: 'Ava', level: 1 }).waitFor();
    await page.getByRole('link', { name: `image, completed: ${prompt}` }).waitFor();
    await page.getByRole('link', { name: 'Change voice' }).waitFor();
    await dashboard.settle(page);
    await page.getByRole('link', { name: 'Use in playground' }).click();
    await page.getByRole('heading', { name: 'Playground', level: 1 }).waitFor();
    await untilValue(page.getByRole('combobox', { name: 'Character' }), 'Ava');
    dashboard.browser.expectError(/404.*characters/);
    await dashboard.show(page, `/characters/chr_${'0'.repeat(32)}`);
    await page.getByRole('heading', { name: 'Character not found' }).waitFor();
  });
});
