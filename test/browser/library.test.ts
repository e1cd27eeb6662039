import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { until } from '../support/until.js';
import { useDashboard } from './dashboard.js';

describe('the library in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;

  before('an account with three generations', async () => {
    customer = await dashboard.customer();
    for (const prompt of ['a red fox', 'a blue whale', 'fails simulate:content_blocked']) {
      await dashboard.finished(customer, await dashboard.queued(customer, prompt));
    }
  });

  beforeEach(async () => {
    page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/library');
  });

  const tiles = () => page.getByRole('link', { name: /^(image|video), / });
  const shows = (count: number) =>
    until(`${count} tiles`, async () => (await tiles().count()) === count);
  const select = (prompt: string) =>
    page.getByRole('checkbox', { name: `Select image: ${prompt}` }).check();

  it('keeps its filters in the address, where they outlive the page', async () => {
    await shows(3);
    await page.getByRole('textbox', { name: 'Words of the prompt' }).fill('whale');
    await shows(1);
    expect(new URL(page.url()).searchParams.get('q')).to.equal('whale');
    await page.reload();
    await page.getByRole('link', { name: 'image, completed: a blue whale' }).waitFor();
    await shows(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await shows(3);
    expect(await page.getByRole('textbox', { name: 'Words of the prompt' }).inputValue()).to.equal(
      '',
    );
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'failed' }).click();
    await shows(1);
    await dashboard.settle(page);
  });

  it('packs what is selected into one archive', async () => {
    await select('a red fox');
    await select('a blue whale');
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    const archive = await coming;
    expect(archive.suggestedFilename()).to.match(/\.zip$/);
    const bytes = await readFile(await archive.path());
    expect(bytes.subarray(0, 2).toString()).to.equal('PK');
    const entries = bytes.toString('latin1').split('PK\u0001\u0002').length - 1;
    expect(entries).to.equal(2);
    await dashboard.settle(page);
  });

  it('deletes what is selected once it has asked', async () => {
    await select('a red fox');
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 1 for good?' });
    await question.getByRole('button', { name: 'Keep them' }).click();
    await question.waitFor({ state: 'hidden' });
    await shows(3);
    await page.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.waitFor({ state: 'hidden' });
    await shows(2);
    await dashboard.settle(page);
    const left = await customer.client.get<{ data: unknown[] }>('/v1/generations');
    expect(left.body.data).to.have.length(2);
  });
});
