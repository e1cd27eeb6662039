import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { addMember } from '../../domain/accounts/add-member.js';
import { createId } from '../../domain/contract/ids.js';
import { DeviceProgram } from '../api/device-logins-rig.js';
import { newLink } from '../support/person.js';
import { DEVICES, nameOf } from './browser.js';
import { useDashboard } from './dashboard.js';

/** The longest allowed name, without a possible line break. */
const LONG = 'W'.repeat(60);

describe('the browser page for device logins', () => {
  const dashboard = useDashboard();
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
  const pathOf = ({ started }: DeviceProgram) => {
    const { pathname, search } = new URL(started.verification_url_complete);
    return (pathname + search).replace('/app', '');
  };

  for (const device of DEVICES) {
    it(`shows the program, and creates a key after Allow: ${nameOf(device)}`, async () => {
      const page = await dashboard.visitAs(await dashboard.customer(), device);
      const program = await DeviceProgram.start(dashboard, LONG);
      await dashboard.show(page, pathOf(program));
      await heading(page, `Log in “${LONG}”?`);
      await page.getByText(program.started.user_code, { exact: true }).waitFor();
      await page.getByText('127.0.0.1').waitFor();
      expect((await program.claim()).status, 'after opening the link').to.equal('pending');
      await page.getByLabel('Generate: create and delete content').uncheck();
      await page.getByLabel('Monthly cap').fill('37');
      await button(page, 'Allow').click();
      await heading(page, `“${LONG}” is logged in`);
      await dashboard.settle(page);
      const { status, api_key: key = '' } = await program.claim();
      expect(status).to.equal('approved');
      const { body } = await dashboard.client(key).get<{ key: object }>('/v1/account');
      expect(body.key).to.deep.include({ scopes: ['read'], monthly_credit_cap: 37 });
      await page.getByRole('link', { name: 'Show API keys' }).click();
      await page.getByText(`Command line (${LONG})`).first().waitFor();
    });
  }

  it('takes a typed code, and works with only the keyboard', async () => {
    const page = await dashboard.visitAs(await dashboard.customer());
    const program = await DeviceProgram.start(dashboard);
    await dashboard.show(page, '/device');
    const field = page.getByLabel('Code');
    await field.focus();
    await page.keyboard.type('BBBB-BBBB');
    await page.keyboard.press('Enter');
    await page.getByText('No login has this code.').waitFor();
    dashboard.browser.expectError(/404/);
    await dashboard.settle(page);
    await field.focus();
    await page.keyboard.type('BBBB-BBBB');
    await page.getByText('No login has this code.').waitFor();
    await field.clear();
    await page.keyboard.type(program.started.user_code.toLowerCase().replace('-', ' '));
    await page.keyboard.press('Enter');
    await heading(page, 'Log in “laptop”?');
    await button(page, 'Allow').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await heading(page, '“laptop” was denied');
    await dashboard.settle(page);
    expect((await program.claim()).status).to.equal('denied');
    await dashboard.show(page, pathOf(program));
    await heading(page, 'Already answered');
    dashboard.browser.expectError(/409/);
  });

  it('continues after a visitor has signed in', async () => {
    const customer = await dashboard.customer();
    const page = await dashboard.browser.visit();
    const program = await DeviceProgram.start(dashboard);
    await page.goto(`${dashboard.origin}/app${pathOf(program)}`);
    await heading(page, 'Sign in');
    dashboard.browser.expectError(/401/);
    await page.goto(`${dashboard.origin}/app/sign-in#${await newLink(dashboard.db, customer)}`);
    await button(page, 'Continue').click();
    await heading(page, 'Log in “laptop”?');
    await button(page, 'Allow').click();
    await heading(page, '“laptop” is logged in');
    expect((await program.claim()).account_id).to.equal(customer.accountId);
    await dashboard.show(page, '');
    await heading(page, 'Home');
  });

  it('explains that the login has expired, or that viewers cannot allow it', async () => {
    const { accountId } = await dashboard.customer();
    const page = await dashboard.visitAs({ accountId });
    const program = await DeviceProgram.start(dashboard);
    await dashboard.show(page, pathOf(program));
    await program.change("expires_at = now() - interval '1 second'");
    await button(page, 'Allow').click();
    await page.getByText('No login has this code.').waitFor();
    dashboard.browser.expectError(/404/);
    await dashboard.settle(page);
    const memberId = createId('mem');
    await addMember(dashboard.db.manager, { id: memberId, accountId, name: 'Ada', role: 'viewer' });
    const viewer = await dashboard.visitAs({ accountId, memberId });
    await dashboard.show(viewer, pathOf(await DeviceProgram.start(dashboard)));
    await heading(viewer, "You can't log in programs");
  });
});
