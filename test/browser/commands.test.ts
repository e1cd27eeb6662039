import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { useDashboard } from './dashboard.js';

describe('commands of the dashboard', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;

  beforeEach(async () => {
    customer = await dashboard.customer();
    page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/');
  });

  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
  const search = () => page.getByRole('textbox', { name: 'Search pages, actions and prompts' });

  it('open a page from the palette by keyboard alone', async () => {
    await page.keyboard.press('Control+k');
    await search().fill('webh');
    await page.getByRole('button', { name: 'Webhooks' }).waitFor();
    await dashboard.settle(page);
    await page.keyboard.press('Enter');
    await heading('Webhooks');
    await page.getByRole('button', { name: /^Search/ }).click();
    await search().waitFor();
    await page.keyboard.press('Escape');
    await search().waitFor({ state: 'hidden' });
  });

  it('find a generation by its prompt and by its id', async () => {
    const { body } = await customer.client.image({ prompt: 'a lighthouse at dusk' });
    await dashboard.finished(customer, body.id);
    await page.keyboard.press('/');
    await search().fill('lighthouse');
    await page.getByRole('button', { name: /^a lighthouse at dusk/ }).waitFor();
    await dashboard.settle(page);
    await page.getByRole('button', { name: /^a lighthouse at dusk/ }).click();
    await heading('Image');
    expect(page.url()).to.contain(body.id);
    await dashboard.show(page, '/');
    await page.keyboard.press('Control+k');
    await search().fill(body.id);
    await page.getByRole('button', { name: `Open ${body.id}` }).waitFor();
    await page.keyboard.press('Enter');
    await heading('Image');
  });

  it('list their shortcuts, which do nothing while the user writes', async () => {
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Open Library').waitFor();
    await dashboard.settle(page);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await heading('Playground');
    const prompt = page.getByRole('textbox', { name: 'Prompt' });
    await prompt.click();
    await page.keyboard.type('gl?/');
    await dashboard.settle(page);
    expect(await prompt.inputValue()).to.equal('gl?/');
    await heading('Playground');
  });
});
