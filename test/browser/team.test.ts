import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { DEVICES, nameOf, type Device } from './browser.js';
import { useDashboard } from './dashboard.js';

describe('the team page in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let owner: Page;
  const dialog = (name: string) => owner.getByRole('dialog', { name });

  const begin = async (device: Device = {}) => {
    customer = await dashboard.customer();
    owner = await dashboard.visitAs(customer, device);
    await dashboard.show(owner, '/team');
  };

  /** Invites a member. @returns the invitation link */
  const invite = async (name: string, role: string) => {
    await owner.getByRole('button', { name: 'Invite member' }).first().click();
    await dialog('Invite member').getByRole('textbox', { name: 'Name' }).fill(name);
    await owner.getByRole('radio', { name: `${role}:` }).check();
    await dashboard.settle(owner);
    await owner.getByRole('button', { name: 'Create link' }).click();
    const shown = dialog('Invite member').getByRole('region', { name: 'invite link' });
    const link = (await shown.getByText('/app/sign-in#').textContent()) ?? '';
    await dashboard.settle(owner);
    await owner.getByRole('button', { name: 'Done' }).click();
    await dialog('Invite member').waitFor({ state: 'hidden' });
    return link;
  };

  /** Opens a link in a separate browser. */
  const join = async (link: string, device: Device = {}) => {
    const page = await dashboard.browser.visit(device);
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await dashboard.settle(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    return page;
  };

  const remove = async (name: string) => {
    await owner.getByRole('button', { name: `Remove ${name}` }).click();
    await dashboard.settle(owner);
    await dialog(`Remove ${name}?`).getByRole('button', { name: 'Remove' }).click();
    await dialog(`Remove ${name}?`).waitFor({ state: 'hidden' });
  };

  /** Expects the errors that the browser logs for requests without a session. */
  const expectRefused = (...paths: string[]) => {
    for (const path of paths) dashboard.browser.expectError(new RegExp(`401.*${path}`));
  };

  for (const device of DEVICES) {
    it(`invites a member, who joins, changes role and is removed: ${nameOf(device)}`, async () => {
      await begin(device);
      const link = await invite('Ada', 'Developer');
      await owner.getByRole('button', { name: "Revoke Ada's invite" }).waitFor();
      const ada = await join(link, device);
      await dashboard.show(ada, '/keys');
      await ada.getByRole('button', { name: 'Create key' }).first().waitFor();

      await dashboard.show(owner, '/team');
      const row = owner.getByRole('row', { name: 'Ada' });
      await row.getByText('Developer', { exact: true }).waitFor();
      await row.getByRole('button', { name: "Change Ada's role" }).click();
      await owner.getByRole('radio', { name: 'Viewer:' }).check();
      await dashboard.settle(owner);
      await dialog("Ada's role").getByRole('button', { name: 'Change', exact: true }).click();
      await row.getByText('Viewer', { exact: true }).waitFor();
      await dashboard.show(ada, '/keys');
      await ada.getByRole('heading', { name: 'Owners and developers only' }).waitFor();

      await dashboard.show(ada, '/team');
      await remove('Ada');
      await owner.getByRole('heading', { name: 'No other members yet' }).waitFor();
      await dashboard.settle(owner);
      await ada.reload();
      await ada.getByRole('heading', { name: 'Sign in' }).waitFor();
      expectRefused('session');
    });
  }

  it('offers to revoke team keys when a member is demoted or removed', async () => {
    await begin();
    const ada = await join(await invite('Ada', 'Owner'));
    for (const name of ['Shop', 'Blog']) {
      await dashboard.show(ada, '/keys');
      await ada.getByRole('button', { name: 'Create key' }).first().click();
      await ada.getByRole('textbox', { name: 'Name' }).fill(name);
      await ada.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      await ada.getByRole('button', { name: 'Done' }).click();
    }
    await ada.close();
    await dashboard.show(owner, '/team');
    const change = async (role: string) => {
      await owner.getByRole('button', { name: "Change Ada's role" }).click();
      await owner.getByRole('radio', { name: `${role}:` }).check();
      await dialog("Ada's role").getByRole('button', { name: 'Change', exact: true }).click();
      await dialog("Ada's role").waitFor({ state: 'hidden' });
    };
    const offer = dialog('Team keys created by Ada');
    await change('Developer');
    await dashboard.settle(owner);
    await offer.getByRole('button', { name: 'Keep all' }).click();
    await offer.waitFor({ state: 'hidden' });
    await change('Viewer');
    await offer.getByRole('checkbox', { name: 'Blog' }).uncheck();
    await dashboard.settle(owner);
    await offer.getByRole('button', { name: 'Revoke keys' }).click();
    await offer.waitFor({ state: 'hidden' });
    await remove('Ada');
    await offer.getByRole('checkbox', { name: 'Blog' }).waitFor();
    expect(await offer.getByRole('checkbox').count()).to.equal(1);
    await offer.getByRole('button', { name: 'Keep all' }).click();
    await dashboard.show(owner, '/keys');
    await owner.getByText('Blog', { exact: true }).waitFor();
    expect(await owner.getByText('Shop', { exact: true }).count()).to.equal(0);
  });

  it('hides the account from a removed member, even on pages that are already open', async () => {
    await begin();
    const ada = await join(await invite('Ada', 'Developer'));
    await dashboard.show(ada, '/team');
    await dashboard.show(owner, '/team');
    await remove('Ada');
    const ended = ada.waitForEvent('requestfinished', (request) =>
      request.url().endsWith('/app/api/stream'),
    );
    // Emits an event, because the stream checks its session before it sends an event.
    await dashboard.emit(customer);
    const received = await (await (await ended).response())?.text();
    expect(received).not.to.include('credits.low');
    await ada.getByRole('heading', { name: 'Sign in' }).waitFor();
    expectRefused('stream', 'session');
  });

  it('redirects a removed member to the sign-in page at the next click', async () => {
    await begin();
    const ada = await join(await invite('Ada', 'Developer'));
    await dashboard.show(ada, '/keys');
    await ada.getByRole('button', { name: 'Create key' }).first().click();
    await ada.getByRole('textbox', { name: 'Name' }).fill('Late');
    await dashboard.show(owner, '/team');
    await remove('Ada');
    await ada.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await ada.getByRole('heading', { name: 'Sign in' }).waitFor();
    expectRefused('keys', 'session');
  });

  it('admits nobody with a revoked invitation', async () => {
    await begin();
    const link = await invite('Ada', 'Viewer');
    await owner.getByRole('button', { name: "Revoke Ada's invite" }).click();
    await dialog("Revoke Ada's invite?").getByRole('button', { name: 'Revoke' }).click();
    await owner.getByRole('heading', { name: 'Pending invites' }).waitFor({ state: 'hidden' });
    const page = await dashboard.browser.visit();
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This link was already used, has expired or is not valid').waitFor();
    await dashboard.settle(page);
    expectRefused('session');
  });
});
