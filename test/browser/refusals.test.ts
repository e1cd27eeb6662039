import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { useDashboard } from './dashboard.js';

/** One generation each 10 seconds; the burst is two minutes. */
const RATE = { images_per_minute: 6 };
const BURST = 12;

describe('refused and failed requests in a browser', () => {
  const dashboard = useDashboard();

  const openPlayground = async (customer: Customer): Promise<Page> => {
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/playground');
    await page.getByRole('textbox', { name: 'Prompt' }).fill('a red fox');
    await page.getByText(/refunded if it fails$/).waitFor();
    return page;
  };
  const generate = (page: Page) => page.getByRole('button', { name: 'Generate' }).click();

  it('count down to the next attempt after a rate limit, and then succeed', async () => {
    const customer = await dashboard.customer({ plan: 'free', raised: RATE, credits: 100 });
    const page = await openPlayground(customer);
    await dashboard.db.query(
      'UPDATE account SET generations_counted = $2, generations_counted_at = now() WHERE id = $1',
      [customer.accountId, BURST],
    );
    await generate(page);
    const notice = page.getByRole('alert');
    await notice.getByRole('button', { name: /^Try again in \d+ s$/, disabled: true }).waitFor();
    await notice.getByText('RATE_LIMITED').waitFor();
    await dashboard.settle(page);
    await notice.getByRole('button', { name: 'Try again', exact: true, disabled: false }).click();
    await page.getByRole('img', { name: 'a red fox' }).first().waitFor();
    dashboard.browser.expectError(/429.*images/);
  });

  it('show the price, the balance and who can add credits', async () => {
    const customer = await dashboard.customer({ credits: 3 });
    const page = await openPlayground(customer);
    // The next price arrives after the request is refused.
    const refused = Promise.withResolvers<void>();
    await page.route('**/quote', async (route) => {
      await refused.promise;
      await route.continue();
    });
    const { body } = await customer.client.image({ prompt: 'a blue whale' });
    expect(body.id).to.be.a('string');
    await generate(page);
    await page.getByText('Try again').waitFor();
    refused.resolve();
    const notice = page.getByRole('alert').filter({ hasText: 'You need 1 more credit' }).last();
    await notice.getByText('This costs 2 credits, and you have 1 credit.').waitFor();
    await notice.getByText('Only your administrator can add credits.').waitFor();
    await notice.getByRole('button', { name: 'Try again' }).waitFor();
    await dashboard.settle(page);
    dashboard.browser.expectError(/402.*images/);
  });

  it('differ from a lost connection, which a banner reports until it is back', async () => {
    const page = await dashboard.visitAs(await dashboard.customer());
    await dashboard.show(page, '/keys');
    const banner = page.getByRole('status').getByText('You are offline.');
    await page.context().setOffline(true);
    await banner.waitFor();
    await page.context().setOffline(false);
    await banner.waitFor({ state: 'detached' });
    await dashboard.settle(page);
  });

  it('offer a reload if the files of a page were replaced by a new version', async () => {
    const page = await dashboard.visitAs(await dashboard.customer());
    await dashboard.show(page, '/keys');
    const files = /\/assets\/dialog-frame.*\.js$/;
    await page.route(files, (route) => route.abort());
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByRole('heading', { name: 'A new version is available' }).waitFor();
    await dashboard.settle(page);
    await page.unroute(files);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    dashboard.browser.expectError(/ERR_FAILED.*dialog-frame/);
    dashboard.browser.expectError(/dynamically imported.*dialog-frame/);
  });
});
