import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { createId } from '../../domain/contract/ids.js';
import { Member } from '../../entities/member.js';
import type { Customer } from '../api/suite.js';
import { connect } from '../social/connected.js';
import { signedIn } from '../support/person.js';
import { DEVICES, nameOf } from './browser.js';
import { saveSubjects } from './subjects.js';
import { useDashboard } from './dashboard.js';

/** Wider than any phone, without a place for a line break. */
const LONG = 'a-word-without-an-end'.repeat(20);

/** Pages that are tested with content and without. The admin pages have their own tests. */
const PAGES = [
  '/connect',
  '/social',
  '/social?view=posts',
  '/social?view=calendar',
  '/speech',
  '/voices',
  '/voices?q=nothing-like-it',
  '/uploads',
  '/usage',
  '/keys',
  '/team',
  '/settings',
];

/** Timeout for a dozen pages, each checked by axe, on a machine that runs other suites concurrently. */
const MANY_MS = 300_000;

describe('dashboard pages in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let paths: string[];

  before('creates an account with rows of every kind', async () => {
    customer = await dashboard.customer();
    const prompts = ['a red fox', LONG, 'fails simulate:content_blocked', 'x simulate:fallback'];
    const hook = await dashboard.webhook(customer, '/hook', { description: LONG.slice(0, 190) });
    const made = await Promise.all(prompts.map((prompt) => dashboard.queued(customer, prompt)));
    await Promise.all(made.map((id) => dashboard.finished(customer, id)));
    await dashboard.delivery(customer, hook.id, ({ status }) => status === 'delivered');
    await saveSubjects(customer, 'Ava');
    await gatherPeople();
    await connectAccounts();
    paths = [
      '',
      '/playground',
      '/library',
      '/library?status=failed',
      '/library?q=nothing-like-it',
      ...made.map((id) => `/library/${id}`),
      '/library/gen_none',
      '/characters',
      '/products',
      '/webhooks',
      `/webhooks/${hook.id}`,
      '/no-such-page',
    ];
  });

  /** Adds a member with a key, and an open invitation. */
  const gatherPeople = async () => {
    const { accountId } = customer;
    const memberId = createId('mem');
    await dashboard.db.manager.insert(Member, {
      id: memberId,
      accountId,
      name: LONG.slice(0, 190),
    });
    await dashboard.key(accountId, { name: LONG.slice(0, 100), memberId, monthlyCap: 50 });
    const owner = await signedIn(dashboard.db, dashboard.api.url, { accountId });
    const body = { name: 'Grace', role: 'viewer', email: 'grace@example.com' };
    const invited = await owner.call('POST', '/app/api/invites', { body });
    expect(invited.status, invited.text).to.equal(201);
  };

  /** Connects a working social account, and a social account whose fee is due. */
  const connectAccounts = async () => {
    const { body } = await customer.client.get<{ data: { id: string }[] }>('/v1/characters');
    const characterId = body.data[0]?.id ?? '';
    await connect(dashboard.api.deps, customer, { characterId, platform: 'threads' });
    const due = await connect(dashboard.api.deps, customer, { characterId, platform: 'tiktok' });
    const sql = 'UPDATE social_account SET payment_due = true WHERE id = $1';
    await dashboard.db.query(sql, [due.id]);
  };

  const showAll = async (page: Page, shown: readonly string[]) => {
    for (const path of shown) await dashboard.show(page, path);
  };

  for (const device of DEVICES) {
    it(`for generations, subjects and webhooks are accessible and log no error: ${nameOf(device)}`, async () => {
      const page = await dashboard.visitAs(customer, device);
      await showAll(page, paths);
      dashboard.browser.expectError(/404.*gen_none/);
    }).timeout(MANY_MS);

    it(`for the account are accessible and log no error: ${nameOf(device)}`, async () => {
      await showAll(await dashboard.visitAs(customer, device), PAGES);
    }).timeout(MANY_MS);

    it(`for generations, subjects and webhooks explain the next step while empty: ${nameOf(device)}`, async () => {
      const page = await dashboard.visitAs(await dashboard.customer(), device);
      await showAll(page, ['', '/playground', '/library', '/characters', '/products', '/webhooks']);
    }).timeout(MANY_MS);

    it(`for the account explain the next step while empty: ${nameOf(device)}`, async () => {
      await showAll(await dashboard.visitAs(await dashboard.customer(), device), PAGES);
    }).timeout(MANY_MS);
  }

  it('ask a visitor without a session to sign in', async () => {
    const page = await dashboard.browser.visit();
    await page.goto(`${dashboard.origin}/app/library`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await dashboard.settle(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await dashboard.settle(page);
    dashboard.browser.expectError(/401.*session/);
  });
});
