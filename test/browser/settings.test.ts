import type { Page } from 'playwright-core';
import { DEVICES, nameOf } from './browser.js';
import { useDashboard } from './dashboard.js';
import { untilCount } from './waits.js';

/** Adds an authenticator that confirms every request. */
async function addDevice(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe('the settings page', () => {
  const dashboard = useDashboard();

  const signOut = async (page: Page, width: number) => {
    if (width < 768) await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('button', { name: 'Owner' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  };

  for (const device of DEVICES) {
    it(`adds a passkey, signs in with it, renames and removes it: ${nameOf(device)}`, async () => {
      const page = await dashboard.visitAs(await dashboard.customer(), device);
      await addDevice(page);
      await dashboard.show(page, '/settings');
      await page.getByRole('textbox', { name: 'New passkey name' }).fill('Laptop');
      await page.getByRole('button', { name: 'Add passkey' }).click();
      await page.getByRole('button', { name: 'Rename Laptop' }).waitFor();
      await page.getByText('not used yet').waitFor();
      await dashboard.settle(page);

      await signOut(page, device.width);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
      await dashboard.settle(page);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

      await dashboard.show(page, '/settings');
      await page.getByText('last used just now').waitFor();
      await page.getByText('Signed in with a passkey').waitFor();
      await page.getByRole('cell', { name: 'Added a passkey Laptop' }).waitFor();
      await page.getByRole('button', { name: 'Rename Laptop' }).click();
      await page.getByRole('textbox', { name: 'New name for Laptop' }).fill('Old laptop');
      await dashboard.settle(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Remove Old laptop' }).click();
      await dashboard.settle(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.locator('[aria-label="Remove Old laptop"]').waitFor({ state: 'hidden' });
      await page.getByRole('cell', { name: 'Removed a passkey Old laptop' }).waitFor();
      await dashboard.settle(page);

      await signOut(page, device.width);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByText('This passkey is unknown').waitFor();
      await dashboard.settle(page);
      dashboard.browser.expectError(/401.*session\/passkey/);
    });
  }

  it('lists the sessions, and ends the session of another browser', async () => {
    const customer = await dashboard.customer();
    const lost = await dashboard.visitAs(customer);
    await dashboard.show(lost, '/usage');
    const page = await dashboard.visitAs(customer, { width: 360 });
    await dashboard.show(page, '/settings');
    const sessions = page.getByRole('row').filter({ hasText: 'Signed in with a sign-in link' });
    await untilCount(sessions, 2);
    await untilCount(sessions.getByText('This device'), 1);
    const out = page.getByRole('button', { name: /^Sign Owner out of/ });
    await untilCount(out, 1);
    await out.click();
    await dashboard.settle(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await sessions.nth(1).waitFor({ state: 'hidden' });
    await lost.getByRole('link', { name: 'Team' }).click();
    await lost.getByRole('heading', { name: 'Sign in' }).waitFor();
    for (const path of ['members', 'invites', 'session']) {
      dashboard.browser.expectError(new RegExp(`401.*${path}`));
    }
  });
});
