import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { LOOKS, nameOf } from './browser.js';
import { saveSubjects } from './subjects.js';
import { useDashboard } from './dashboard.js';

/** Longer than any window of a telephone is wide, and with nowhere to break. */
const LONG = 'a-word-without-an-end'.repeat(20);

describe('pages of the dashboard in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let paths: string[];

  before('an account with some of everything', async () => {
    customer = await dashboard.customer();
    const prompts = ['a red fox', LONG, 'fails simulate:content_blocked', 'x simulate:fallback'];
    const hook = await dashboard.webhook(customer, '/hook', { description: LONG.slice(0, 190) });
    const made = await Promise.all(prompts.map((prompt) => dashboard.queued(customer, prompt)));
    await Promise.all(made.map((id) => dashboard.finished(customer, id)));
    await dashboard.delivery(customer, hook.id, ({ status }) => status === 'delivered');
    await saveSubjects(customer, 'Ava');
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

  const showAll = async (page: Page, shown: readonly string[]) => {
    for (const path of shown) await dashboard.show(page, path);
  };

  for (const look of LOOKS) {
    it(`say no error and shut nobody out: ${nameOf(look)}`, async () => {
      const page = await dashboard.visitAs(customer, look);
      await showAll(page, paths);
      dashboard.browser.expectSaid(/404.*gen_none/);
    });

    it(`help on while nothing is there: ${nameOf(look)}`, async () => {
      const page = await dashboard.visitAs(await dashboard.customer(), look);
      await showAll(page, ['', '/library', '/characters', '/products', '/webhooks']);
    });
  }

  it('ask who comes without a session to sign in', async () => {
    const page = await dashboard.browser.visit();
    await page.goto(`${dashboard.origin}/app/library`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await dashboard.settle(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await dashboard.settle(page);
    dashboard.browser.expectSaid(/401.*session/);
  });
});
