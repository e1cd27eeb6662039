import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { createId } from '../../domain/contract/ids.js';
import { failGeneration } from '../../domain/generations/advance-generation.js';
import { recordHealth } from '../../domain/generations/provider-health.js';
import { registerSuite, type Customer } from '../api/suite.js';
import { DEVICES, nameOf, useBrowser } from './browser.js';
import { Dashboard } from './dashboard.js';

const ENTRY = { stage: 'queue', resolution: 'stopped', status: null, message: '' } as const;

describe('the overview for operators', () => {
  const dashboard = new Dashboard(useBrowser());
  /** Other tests with this database have generations and providers, too. */
  const model = createId('gen');
  const provider = createId('gen');
  const source = { provider, upstreamModel: 'a-model' };
  // Registered before the hook of `registerSuite` that disconnects.
  after(() => recordHealth(dashboard.db, source, true));
  registerSuite(dashboard, { env: () => dashboard.prepare(), end: () => dashboard.finish() });
  let customer: Customer;
  before('creates requests with every outcome, and a provider that fails', async () => {
    customer = await dashboard.customer({ raised: { concurrent_jobs: 100 } });
    const made: string[] = [];
    // In sequence: on a busy machine, concurrent ones wait too long for the account's lock.
    for (let n = 0; n < 5; n += 1) made.push(await dashboard.queued(customer));
    const [completed = '', ours = '', theirs = ''] = made;
    await dashboard.complete(completed);
    const error = (code: 'TIMEOUT' | 'CONTENT_BLOCKED') => ({ code, message: 'It failed.' });
    await failGeneration(dashboard.api.deps, ours, error('TIMEOUT'), ENTRY);
    await failGeneration(dashboard.api.deps, theirs, error('CONTENT_BLOCKED'), ENTRY);
    await dashboard.db.query(
      `UPDATE generation SET model = $2,
         completed_at = completed_at + (created_at - completed_at) + interval '90 seconds'
       WHERE id = ANY($1)`,
      [made, model],
    );
    await dashboard.db.query(
      `INSERT INTO generation_step (generation_id, stage, attempt, provider, started_at, ended_at, outcome)
       SELECT unnest($1::text[]), 'video_generation', 9, $2, now(), now(), unnest($3::text[])`,
      [[completed, ours], provider, ['ok', 'TIMEOUT']],
    );
    // After so many failures the provider is paused for longer than the tests take.
    for (let tries = 0; tries < 8; tries += 1) await recordHealth(dashboard.db, source, false);
  });

  const visit = (device = {}) =>
    dashboard.visitAs({ accountId: customer.accountId, operator: true }, device);
  const cellsOf = (page: Page, name: string) =>
    page.getByRole('row', { name }).getByRole('cell').allTextContents();

  for (const device of DEVICES) {
    it(`opens by default, with numbers, a chart and failing providers: ${nameOf(device)}`, async () => {
      const page = await visit(device);
      await dashboard.show(page, '/admin');
      await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
      for (const name of ['Requests', 'Failure rate', 'Credits spent', 'Queue now']) {
        await page.getByRole('term').filter({ hasText: name }).waitFor();
      }
      await page.locator('.uplot canvas').waitFor();
      expect(await cellsOf(page, model)).to.deep.equal([
        model,
        '5',
        '33.3%',
        '1 min 30 s',
        '1 min 30 s',
      ]);
      await page.getByRole('listitem').filter({ hasText: provider }).getByText('paused').waitFor();
      const hours = page.getByRole('listitem').filter({ hasText: 'failed by the service' });
      expect(await hours.count()).to.equal(24);
      await dashboard.settle(page);

      await page.getByText('7 days', { exact: true }).click();
      await page.getByRole('heading', { name: 'Requests, last 7 days' }).waitFor();
      expect(new URL(page.url()).searchParams.get('hours')).to.equal('168');
      expect(await hours.count()).to.equal(7);
      await dashboard.settle(page);

      await page.getByRole('link', { name: 'Show providers' }).click();
      await page.getByText(`${provider}: hours with failures:`).waitFor();
      const calls = page.getByRole('row').filter({ hasText: `${provider}: hours with failures:` });
      const cells = await calls.getByRole('cell').allTextContents();
      expect(cells.slice(-2)).to.deep.equal(['1', '1']);
      await dashboard.settle(page);
    });

    it(`lists the API keys of an account: ${nameOf(device)}`, async () => {
      const { accountId } = customer;
      const revoked = await dashboard.key(accountId, { name: `Old ${nameOf(device)}` });
      await dashboard.db.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [
        revoked.keyId,
      ]);
      const page = await visit(device);
      await dashboard.show(page, `/admin/accounts/${accountId}`);
      const row = page.getByRole('row', { name: `Old ${nameOf(device)}` });
      await row.getByText('revoked').waitFor();
      await page.getByRole('row', { name: 'active' }).first().waitFor();
      await dashboard.settle(page);
    });
  }

  it('opens from a URL with its period, and shows an error with a way to try again', async () => {
    const page = await visit();
    const overview = `${dashboard.origin}/app/api/admin/overview**`;
    await page.route(overview, (route) => route.abort());
    await dashboard.show(page, '/admin?hours=1');
    await page.getByRole('alert').waitFor();
    await dashboard.settle(page);
    await page.unroute(overview);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Requests, last 1 hour' }).waitFor();
    // The first request and two retries.
    for (let nth = 0; nth < 3; nth += 1) dashboard.browser.expectError(/ERR_FAILED/);
  });

  it('explains what will appear without requests', async () => {
    await dashboard.db.query(
      `UPDATE generation SET created_at = created_at - interval '3 hours'
       WHERE created_at > now() - interval '2 hours'`,
    );
    const page = await visit();
    await dashboard.show(page, '/admin?hours=1');
    await page.getByRole('heading', { name: 'No requests in this period' }).waitFor();
    await page.getByRole('term').filter({ hasText: 'Queue now' }).waitFor();
    await dashboard.settle(page);
    await page.getByRole('link', { name: 'Show failures' }).click();
    await page.getByRole('tab', { name: 'Failures', selected: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('hours')).to.equal('24');
  });
});
