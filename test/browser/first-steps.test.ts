import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { useDashboard } from './dashboard.js';
import { untilCount } from './waits.js';

describe('the first steps on the home page in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;

  beforeEach(async () => {
    customer = await dashboard.customer();
    page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/');
  });

  const steps = () => page.getByRole('list', { name: 'First steps' });

  it('link to their pages and count the steps that are done', async () => {
    await page.getByText('0 of 5', { exact: true }).waitFor();
    await steps().getByText('The built-in renderer draws simple pictures.').waitFor();
    await steps().locator('a[href="/docs/providers"]').waitFor();
    await dashboard.webhook(customer, '/hook');
    const { body } = await customer.client.image({ prompt: 'a red fox' });
    await dashboard.finished(customer, body.id);
    await page.getByText('2 of 5', { exact: true }).waitFor();
    await steps().getByRole('link', { name: 'Create an API key' }).click();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create key' });
    await dialog.getByLabel('Name').fill('Web shop');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dashboard.show(page, '/');
    await page.getByText('3 of 5', { exact: true }).waitFor();
    await dashboard.settle(page);
    await steps().getByRole('link', { name: 'Invite your team' }).click();
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  });

  it('stay away after the user has dismissed them', async () => {
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await untilCount(steps(), 0);
    await page.reload();
    await dashboard.settle(page);
    await untilCount(steps(), 0);
  });

  it('disappear when all are done', async () => {
    const real = await dashboard.customer();
    const { body } = await real.client.image({ prompt: 'a red fox' });
    await dashboard.finished(real, body.id);
    await dashboard.webhook(real, '/hook');
    await dashboard.db.query("UPDATE api_key SET name = 'Web shop' WHERE account_id = $1", [
      real.accountId,
    ]);
    const makers = JSON.stringify({ image: { provider: 'fal', attempt: 1 } });
    const sql = 'UPDATE generation SET makers = $2 WHERE id = $1';
    await dashboard.db.query(sql, [body.id, makers]);
    await dashboard.db.query(
      "INSERT INTO member (id, account_id, name) VALUES ('mem_' || $1, $1, 'Grace')",
      [real.accountId],
    );
    const owner = await dashboard.visitAs(real);
    await dashboard.show(owner, '/');
    await untilCount(owner.getByRole('list', { name: 'First steps' }), 0);
  });
});
