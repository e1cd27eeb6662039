import { expect } from 'chai';
import { addMember } from '../../domain/accounts/add-member.js';
import { createId } from '../../domain/contract/ids.js';
import { CLIENTS } from '../../web/src/pages/connect/clients.js';
import { DEVICES, nameOf } from './browser.js';
import { useDashboard } from './dashboard.js';
import { untilCount } from './waits.js';

describe('the page Connect', () => {
  const dashboard = useDashboard();

  for (const device of DEVICES) {
    it(`shows the settings of every client with the address of the service: ${nameOf(device)}`, async () => {
      const page = await dashboard.visitAs(await dashboard.customer(), device);
      await dashboard.show(page, '/connect');
      for (const { name, snippet } of CLIENTS) {
        await page.getByRole('tab', { name, exact: true }).click();
        const settings = page.getByRole('region', { name: `settings for ${name}` });
        const text = await settings.locator('pre, code').first().textContent();
        expect(text).to.equal(snippet({ origin: dashboard.origin, key: 'svc_live_…' }));
        await settings.getByRole('button', { name: `Copy settings for ${name}` }).waitFor();
        await dashboard.settle(page);
      }
    });
  }

  it('inserts a new key with two scopes, and shows it once, when only the keyboard is used', async () => {
    const customer = await dashboard.customer();
    const page = await dashboard.visitAs(customer, { width: 360 });
    await dashboard.show(page, '/connect');
    await page.getByRole('tab', { name: 'Open WebUI' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'LibreChat', selected: true }).waitFor();
    const create = page.getByRole('tabpanel').getByRole('button', { name: 'Create key' });
    await create.focus();
    await page.keyboard.press('Enter');
    const created = page.getByRole('status').filter({ hasText: /can't be shown again/ });
    await created.waitFor();
    expect(await created.evaluate('document.activeElement.textContent')).to.match(/new key/);
    await dashboard.settle(page);

    const settings = page.getByRole('region', { name: 'settings for LibreChat' });
    const [key = ''] = /svc_live_\w+/.exec((await settings.textContent()) ?? '') ?? [];
    const models = await fetch(`${dashboard.api.url}/openai/v1/models`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(models.status, await models.text()).to.equal(200);
    const { body } = await dashboard.client(key).get<{ key: { scopes: string[] } }>('/v1/account');
    expect(body.key.scopes).to.have.members(['read', 'generate']);
    await page.getByRole('tab', { name: 'n8n' }).click();
    await create.waitFor();

    await dashboard.show(page, '/keys');
    await page.getByRole('row', { name: 'LibreChat' }).getByText('Team key').waitFor();
    await dashboard.show(page, '/connect');
    expect(await page.content()).not.to.include(key);
  });

  it('explains why a key cannot be created', async () => {
    const customer = await dashboard.customer({ plan: 'free' });
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/connect');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page
      .getByRole('alert')
      .getByText(/maximum of its plan/)
      .waitFor();
    dashboard.browser.expectError(/keys/);
  });

  it('explains to viewers who may create keys', async () => {
    const { accountId } = await dashboard.customer();
    const memberId = createId('mem');
    await addMember(dashboard.db.manager, { id: memberId, accountId, name: 'Ada', role: 'viewer' });
    const page = await dashboard.visitAs({ accountId, memberId });
    await dashboard.show(page, '/connect');
    const create = page.getByRole('button', { name: 'Create key' });
    expect(await create.isDisabled()).to.equal(true);
    const why = await create.getAttribute('aria-describedby');
    await page
      .locator(`[id="${why}"]`)
      .filter({ hasText: /Developer role/ })
      .waitFor();
    await untilCount(page.getByRole('link', { name: 'Connect' }), 1);
  });
});
