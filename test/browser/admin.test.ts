import { expect } from 'chai';
import { failGeneration } from '../../domain/generations/advance-generation.js';
import { registerSuite } from '../api/suite.js';
import { DEVICES, nameOf, useBrowser } from './browser.js';
import { Dashboard } from './dashboard.js';
import { untilCount } from './waits.js';

const UI = 'https://temporal.example.com';

describe('the admin pages', () => {
  const dashboard = new Dashboard(useBrowser());
  registerSuite(dashboard, {
    env: async () => ({ ...(await dashboard.prepare()), TEMPORAL_UI_URL: UI }),
    end: () => dashboard.finish(),
  });

  for (const device of DEVICES) {
    it(`find an account, add credits and raise a limit: ${nameOf(device)}`, async () => {
      const { accountId } = await dashboard.customer({ credits: 10 });
      const name = `Fox ${accountId.slice(-6)}`;
      await dashboard.db.query('UPDATE account SET name = $2 WHERE id = $1', [accountId, name]);
      const operator = { ...(await dashboard.customer()), operator: true };
      const page = await dashboard.visitAs(operator, device);
      const dialog = (title: string) => page.getByRole('dialog', { name: title });
      await dashboard.show(page, '/admin?tab=accounts');
      await page.getByRole('textbox', { name: 'Search accounts' }).fill(name);
      const row = page.getByRole('row', { name });
      await page.waitForURL(/q=Fox/);
      await row.waitFor();
      await dashboard.settle(page);

      await row.getByRole('button', { name: `Add credits to ${name}` }).click();
      const credits = dialog(`Add credits to ${name}`);
      await credits.getByRole('textbox', { name: 'Credits' }).fill('1500');
      await credits.getByRole('textbox', { name: 'Reference' }).fill('invoice 2031');
      await dashboard.settle(page);
      await credits.getByRole('button', { name: 'Add credits', exact: true }).click();
      await row.getByText('1,510', { exact: true }).waitFor();

      await row.getByRole('button', { name: `Change limit for ${name}` }).click();
      const limit = dialog(`Change limit for ${name}`);
      await limit.getByRole('textbox', { name: 'New value' }).fill('40');
      await dashboard.settle(page);
      await limit.getByRole('button', { name: 'Change limit', exact: true }).click();
      await row.getByText('3 limits raised').waitFor();
      await dashboard.settle(page);

      const owner = await dashboard.visitAs({ accountId }, device);
      await dashboard.show(owner, '/settings');
      const log = owner.getByRole('row').filter({ hasText: 'Operator' });
      await log.getByText('invoice 2031').waitFor();
      await log.getByText('Changed a limit').waitFor();
    });

    it(`link failed and stuck runs to Temporal, and list the providers: ${nameOf(device)}`, async () => {
      const customer = await dashboard.customer();
      const [failed, stuck] = [await dashboard.queued(customer), await dashboard.queued(customer)];
      const error = { code: 'PROVIDER_ERROR', message: 'It failed.' } as const;
      const entry = { stage: 'queue', resolution: 'stopped', status: null, message: '' } as const;
      await failGeneration(dashboard.api.deps, failed, error, entry);
      await dashboard.db.query(
        `UPDATE generation SET created_at = now() - interval '300 days' WHERE id = $1`,
        [stuck],
      );
      const page = await dashboard.visitAs({ ...customer, operator: true }, device);
      await dashboard.show(page, '/admin?tab=runs');
      const run = page.getByRole('link', { name: `Open in Temporal: ${failed}` });
      expect(await run.getAttribute('href')).to.equal(
        `${UI}/namespaces/${dashboard.api.deps.env.temporalNamespace}/workflows/${failed}`,
      );
      await page.getByRole('tab', { name: 'Failures' }).click();
      await dashboard.settle(page);
      await page.getByRole('link', { name: 'Show runs: PROVIDER_ERROR, service-image' }).click();
      await page.getByText('Only PROVIDER_ERROR, service-image').waitFor();
      await run.waitFor();
      await page.getByText('Stuck', { exact: true }).click();
      await page.getByRole('link', { name: `Open in Temporal: ${stuck}` }).waitFor();
      await dashboard.settle(page);
      await page.getByRole('tab', { name: 'Providers' }).click();
      await page.getByRole('row', { name: 'local' }).first().waitFor();
      await dashboard.settle(page);
    });
  }

  it('open an account, add credits, create a sign-in link, suspend it and resume it', async () => {
    const page = await dashboard.visitAs({ ...(await dashboard.customer()), operator: true });
    await dashboard.show(page, '/admin?tab=accounts');
    await page.getByRole('button', { name: 'New account' }).click();
    const form = page.getByRole('dialog', { name: 'New account' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Acme');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor();
    await dashboard.settle(page);
    await page.getByRole('button', { name: 'Add credits to Acme' }).click();
    const grant = page.getByRole('dialog', { name: 'Add credits to Acme' });
    await grant.getByRole('textbox', { name: 'Credits' }).fill('250');
    await grant.getByRole('button', { name: 'Add credits' }).click();
    await page.getByText('250 purchased').waitFor();
    await page.getByRole('button', { name: 'Create sign-in link' }).click();
    const link = page.getByRole('dialog', { name: 'Sign-in link for Acme' });
    await link.getByRole('button', { name: 'Create link' }).click();
    await link.getByText('/app/sign-in#').waitFor();
    await link.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Suspend Acme' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('suspended', { exact: true }).waitFor();
    await dashboard.settle(page);
    await page.getByRole('button', { name: 'Resume Acme' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Suspend Acme' }).waitFor();
    await page.getByRole('button', { name: 'Change plan of Acme' }).click();
    const plan = page.getByRole('dialog', { name: 'Change plan of Acme' });
    await plan.getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'agency' }).click();
    await plan.getByRole('button', { name: 'Change plan' }).click();
    await page.getByText('agency', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'No API keys yet' }).waitFor();
  });

  it('show an owner that only operators may use them, and send no admin request', async () => {
    const page = await dashboard.visitAs(await dashboard.customer());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await dashboard.show(page, '/admin');
    await page.getByRole('heading', { name: 'Operators only' }).waitFor();
    await untilCount(page.getByRole('link', { name: 'Admin' }), 0);
    for (const tab of ['accounts', 'providers', 'runs'])
      await dashboard.show(page, `/admin?tab=${tab}`);
    expect(asked.filter((path) => path.startsWith('/app/api/admin'))).to.deep.equal([]);
  });
});
