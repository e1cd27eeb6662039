import { expect } from 'chai';
import { addMember } from '../../domain/accounts/add-member.js';
import type { Role } from '../../domain/catalogue/roles.js';
import { createId } from '../../domain/contract/ids.js';
import type { Customer } from '../api/suite.js';
import { useDashboard } from './dashboard.js';
import { saveSubjects } from './subjects.js';
import { untilCount } from './waits.js';

/** First words of buttons and links that change something. */
const CHANGES =
  /^(add|allow|assign|cancel|change|clone|connect|create|delete|disconnect|edit|generate|import|invite|new|post|recover|remove|rename|resend|revoke|rotate|run again|schedule|send|test|upload)\b/i;

/** Controls for a person's own settings, which every role may use. */
const OWN = ['Add passkey'];

describe('roles in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let paths: string[];

  before('creates an account with rows of every kind', async () => {
    customer = await dashboard.customer();
    const prompts = ['a red fox', 'fails simulate:content_blocked'];
    const hook = await dashboard.webhook(customer, '/hook', { description: 'Shop' });
    const made = await Promise.all(prompts.map((prompt) => dashboard.queued(customer, prompt)));
    await Promise.all(made.map((id) => dashboard.finished(customer, id)));
    await dashboard.delivery(customer, hook.id, ({ status }) => status === 'delivered');
    await saveSubjects(customer, 'Ava');
    paths = [
      '',
      '/playground',
      '/library',
      ...made.map((id) => `/library/${id}`),
      '/characters',
      '/products',
      '/speech',
      '/voices',
      '/uploads',
      '/connect',
      '/social',
      '/keys',
      '/webhooks',
      `/webhooks/${hook.id}`,
      '/usage',
      '/team',
      '/settings',
      '/admin',
    ];
  });

  const member = async (role: Role) => {
    const [id, { accountId }] = [createId('mem'), customer];
    await addMember(dashboard.db.manager, { id, accountId, name: `Ada the ${role}`, role });
    return { accountId, memberId: id };
  };

  for (const width of [360, 1_400]) {
    it(`show a viewer every page, but no control that changes anything: ${width} px`, async () => {
      const page = await dashboard.visitAs(await member('viewer'), { width });
      const offered: string[] = [];
      for (const path of paths) {
        await dashboard.show(page, path);
        for (const role of ['button', 'link'] as const) {
          const found = page.locator('main').getByRole(role, { name: CHANGES, disabled: false });
          for (const one of await found.all()) {
            const name = (await one.getAttribute('aria-label')) ?? (await one.textContent());
            if (!OWN.includes(name ?? '')) offered.push(`${path}: ${name}`);
          }
        }
      }
      expect(offered, 'what a viewer is offered').to.deep.equal([]);
      await untilCount(page.getByRole('link', { name: 'API keys' }), 0);
      await dashboard.show(page, '/playground');
      const generate = page.getByRole('button', { name: 'Generate' });
      const why = await generate.getAttribute('aria-describedby');
      const reason = page.locator(`[id="${why}"]`);
      await reason.filter({ hasText: /ask an owner for the Developer role/ }).waitFor();
    });

    it(`show a developer every page, but no control that changes the team: ${width} px`, async () => {
      const page = await dashboard.visitAs(await member('developer'), { width });
      for (const path of paths) await dashboard.show(page, path);
      await dashboard.show(page, '/keys');
      await page.getByRole('button', { name: 'Create key' }).waitFor();
      await dashboard.show(page, '/team');
      await page.getByRole('row', { name: 'Ada the developer' }).first().waitFor();
      const offered = page.locator('main').getByRole('button', { name: CHANGES });
      await untilCount(offered, 0);
      await dashboard.show(page, '/settings');
      await untilCount(page.getByRole('heading', { name: 'Audit log' }), 0);
    });
  }
});
