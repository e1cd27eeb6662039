import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { addMember } from '../../domain/accounts/add-member.js';
import { createId } from '../../domain/contract/ids.js';
import type { Customer } from '../api/suite.js';
import { until } from '../support/until.js';
import { useDashboard } from './dashboard.js';
import { untilCount } from './waits.js';

describe('collections in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;
  const ids: Record<string, string> = {};

  beforeEach('creates an account with three images', async () => {
    customer = await dashboard.customer();
    for (const [prompt, metadata] of [
      ['a red fox', { shop: 'north', order: '42' }],
      ['a blue whale', { shop: 'north' }],
      ['a grey hare', {}],
    ] as const) {
      const { body } = await customer.client.image({ prompt, metadata });
      await dashboard.finished(customer, body.id);
      ids[prompt] = body.id;
    }
    page = await dashboard.visitAs(customer);
  });

  const tiles = () => page.getByRole('link', { name: /^image, / });
  const tile = (prompt: string) => page.getByRole('link', { name: `image, completed: ${prompt}` });
  const menuOf = (prompt: string) =>
    page.getByRole('button', { name: `Add to collection: image: ${prompt}` });
  const bar = () => page.getByRole('region', { name: 'Collection', exact: true });
  const parameter = (name: string) => new URL(page.url()).searchParams.get(name);
  const create = async (name: string, prompts: readonly string[]) => {
    const body = { name };
    const made = await customer.client.call<{ id: string }>('POST', '/v1/collections', { body });
    const items = { generation_ids: prompts.map((prompt) => ids[prompt]) };
    const path = `/v1/collections/${made.body.id}/items`;
    if (prompts.length > 0) await customer.client.call('POST', path, { body: items });
    return made.body.id;
  };
  const stored = async (id: string) =>
    (await customer.client.get<{ items: number; name: string }>(`/v1/collections/${id}`)).body;

  it('are created from a selection, filtered by, renamed and deleted', async () => {
    await dashboard.show(page, '/library');
    await untilCount(tiles(), 3);
    for (const prompt of ['a red fox', 'a blue whale']) {
      await page.getByRole('checkbox', { name: `Select image: ${prompt}` }).check();
    }
    const selection = page.getByRole('region', { name: 'Selection' });
    await selection.getByRole('button', { name: 'Add to collection' }).click();
    await page.getByRole('menuitem', { name: 'New collection' }).waitFor();
    await dashboard.settle(page);
    await page.getByRole('menuitem', { name: 'New collection' }).click();
    const naming = page.getByRole('dialog', { name: 'New collection' });
    await naming.getByRole('textbox', { name: 'Name' }).fill('Spring');
    await dashboard.settle(page);
    await page.keyboard.press('Enter');
    await naming.waitFor({ state: 'hidden' });
    await page.getByText('Added 2 results to Spring').waitFor();
    await untilCount(selection, 0);

    await page.getByRole('combobox', { name: 'Collection' }).click();
    await page.getByRole('option', { name: 'Spring' }).click();
    await untilCount(tiles(), 2);
    await bar().getByText('2 results').waitFor();
    const id = parameter('collection') ?? '';
    expect(id).to.match(/^col_/);
    await page.reload();
    await untilCount(tiles(), 2);
    await dashboard.settle(page);

    await bar().getByRole('button', { name: 'Rename collection' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename collection' });
    await renaming.getByRole('textbox', { name: 'Name' }).fill('Summer');
    await renaming.getByRole('button', { name: 'Save' }).click();
    await bar().getByText('Summer', { exact: true }).waitFor();
    await bar().getByRole('button', { name: 'Delete collection Summer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await untilCount(tiles(), 3);
    expect(parameter('collection')).to.equal(null);
    await untilCount(bar(), 0);
    expect((await customer.client.get(`/v1/collections/${id}`)).status).to.equal(404);
  });

  it('take and lose one result from its tile, with the keyboard alone', async () => {
    const id = await create('Spring', ['a red fox', 'a grey hare']);
    await dashboard.show(page, `/library?collection=${id}`);
    await untilCount(tiles(), 2);
    await menuOf('a grey hare').focus();
    await page.keyboard.press('Enter');
    const remove = page.getByRole('menuitem', { name: 'Remove from Spring' });
    await remove.waitFor();
    await remove.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Removed 1 result from Spring').waitFor();
    await untilCount(tiles(), 1);
    await tile('a red fox').waitFor();
    expect((await stored(id)).items).to.equal(1);
    await menuOf('a red fox').click();
    await page.getByRole('menuitem', { name: 'Remove from Spring' }).click();
    await page.getByRole('heading', { name: 'No results in this collection' }).waitFor();
    await page.getByText('choose “Add to collection”').waitFor();
    await dashboard.settle(page);
  });

  it('take a result from its page, and refuse a name that is taken', async () => {
    const id = await create('Spring', []);
    await dashboard.show(page, `/library/${ids['a blue whale']}`);
    const button = page.getByRole('button', { name: 'Add to collection' });
    await button.click();
    await page.getByRole('menuitem', { name: 'Spring' }).click();
    await page.getByText('Added 1 result to Spring').waitFor();
    expect((await stored(id)).items).to.equal(1);
    await button.click();
    await page.getByRole('menuitem', { name: 'New collection' }).click();
    const naming = page.getByRole('dialog', { name: 'New collection' });
    await naming.getByRole('textbox', { name: 'Name' }).fill('spring');
    dashboard.browser.expectError(/409/);
    await naming.getByRole('button', { name: 'Create and add' }).click();
    await naming.getByText('Another collection of this account has the name').waitFor();
    await dashboard.settle(page);
  });

  it('are read-only for viewers', async () => {
    const id = await create('Spring', ['a red fox']);
    const { accountId } = customer;
    const memberId = createId('mem');
    await addMember(dashboard.db.manager, { id: memberId, accountId, name: 'Ada', role: 'viewer' });
    const viewer = await dashboard.visitAs({ accountId, memberId });
    await dashboard.show(viewer, `/library?collection=${id}`);
    await viewer.getByRole('region', { name: 'Collection', exact: true }).waitFor();
    await untilCount(viewer.getByRole('link', { name: /^image, / }), 1);
    await untilCount(viewer.getByRole('button', { name: /Add to collection|Rename|Delete/ }), 0);
  });

  it('leave tags, titles and the order usable as filters', async () => {
    await customer.client.call('PATCH', `/v1/generations/${ids['a grey hare']}`, {
      body: { title: 'Cover of spring' },
    });
    await dashboard.show(page, `/library/${ids['a red fox']}`);
    await page.getByRole('link', { name: 'shop: north' }).click();
    await untilCount(tiles(), 2);
    expect(parameter('metadata')).to.equal('{"shop":"north"}');
    await dashboard.settle(page);
    await page.getByRole('button', { name: 'Remove tag shop: north' }).click();
    await untilCount(tiles(), 3);
    expect(parameter('metadata')).to.equal(null);

    await page.getByRole('combobox', { name: 'Sort' }).click();
    await page.getByRole('option', { name: 'Oldest first' }).click();
    await page.getByText('oldest first.').waitFor();
    expect(parameter('order')).to.equal('asc');
    await until('the oldest result is the first', async () => {
      const label = await tiles().first().getAttribute('aria-label');
      return label?.endsWith('a red fox') ?? false;
    });

    await page.getByRole('textbox', { name: 'Search prompts and titles' }).fill('spring hare');
    await untilCount(tiles(), 1);
    await tile('Cover of spring').waitFor();
    expect(parameter('q')).to.equal('spring hare');
    await dashboard.settle(page);
  });

  it('fit on a phone', async () => {
    const id = await create('A collection with quite a long name for a small screen', [
      'a red fox',
      'a grey hare',
    ]);
    page = await dashboard.visitAs(customer, { width: 360, theme: 'dark' });
    await dashboard.show(page, `/library?collection=${id}&metadata={"shop":"north"}`);
    await untilCount(tiles(), 1);
    await page.getByRole('checkbox', { name: 'Select image: a red fox' }).check();
    await page.getByRole('region', { name: 'Selection' }).waitFor();
    await dashboard.settle(page);
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await page.getByRole('combobox', { name: 'Sort' }).waitFor();
    await dashboard.settle(page);
  });
});
