import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { useDashboard } from './dashboard.js';
import { untilCount } from './waits.js';

describe('connected and compared results in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;
  const ids: string[] = [];

  before('creates an image and an edit of it', async () => {
    customer = await dashboard.customer();
    const first = await customer.client.image({ prompt: 'a red fox', aspect_ratio: '1:1' });
    const done = await dashboard.finished(customer, first.body.id);
    const second = await customer.client.image({
      prompt: 'the fox at night',
      aspect_ratio: '16:9',
      scene_image: done.result?.url,
    });
    await dashboard.finished(customer, second.body.id);
    ids.push(first.body.id, second.body.id);
  });
  beforeEach(async () => {
    page = await dashboard.visitAs(customer);
  });

  it('are linked from a source to its uses and back', async () => {
    await dashboard.show(page, `/library/${ids[0]}`);
    const link = (section: string, name: string) =>
      page.getByRole('region', { name: section }).getByRole('link', { name });
    await link('Used in', 'image, completed: the fox at night').click();
    await page.waitForURL(`**/library/${ids[1]}`);
    await dashboard.settle(page);
    await link('Made from', 'image, completed: a red fox').click();
    await page.waitForURL(`**/library/${ids[0]}`);
  });

  it('are shown side by side with their differences, if two are selected', async () => {
    await dashboard.show(page, '/library');
    const compare = page.getByRole('button', { name: 'Compare' });
    for (const name of ['Select image: a red fox', 'Select image: the fox at night']) {
      await untilCount(compare, 0);
      await page.getByRole('checkbox', { name }).check();
    }
    await compare.click();
    const dialog = page.getByRole('dialog', { name: 'Compare' });
    for (const name of ['a red fox', 'the fox at night']) {
      await dialog.getByRole('img', { name, exact: true }).waitFor();
    }
    await dialog.getByRole('row', { name: 'Ratio 16:9 1:1' }).waitFor();
    await untilCount(dialog.getByRole('row', { name: /^Model/ }), 0);
    await dashboard.settle(page);
    await page.keyboard.press('Escape');
    await untilCount(dialog, 0);
  });
});
