import { expect } from 'chai';
import { DEVICES, nameOf } from './browser.js';
import { useDashboard } from './dashboard.js';

describe('the API keys page', () => {
  const dashboard = useDashboard();

  for (const device of DEVICES) {
    it(`creates a key, shows it once, and revokes it: ${nameOf(device)}`, async () => {
      const customer = await dashboard.customer();
      const page = await dashboard.visitAs(customer, device);
      const dialog = (name: string) => page.getByRole('dialog', { name });
      await dashboard.show(page, '/keys');
      await page.getByRole('button', { name: 'Create key' }).click();
      await dialog('Create key').getByRole('textbox', { name: 'Name' }).fill('Web shop');
      for (const scope of ['Social:', 'Webhooks:']) {
        await page.getByRole('checkbox', { name: scope }).uncheck();
      }
      await page.getByRole('textbox', { name: 'Monthly cap' }).fill('5');
      await dashboard.settle(page);
      await dialog('Create key').getByRole('button', { name: 'Create key' }).click();
      const shown = dialog('Create key').getByRole('region', { name: 'API key' });
      const key = (await shown.getByText(/^svc_live_/).textContent()) ?? '';
      const command = dialog('Create key').getByRole('region', { name: 'first request' });
      await command.getByText(`API_KEY=${key}`).waitFor();
      await dashboard.settle(page);
      await page.getByRole('button', { name: 'Done' }).click();
      await dialog('Create key').waitFor({ state: 'hidden' });

      const client = dashboard.client(key);
      for (const prompt of ['a red fox', 'a blue fox']) {
        const made = await client.image({ prompt });
        expect(made.status, made.text).to.equal(202);
      }
      const third = await client.refused('POST', '/v1/images', { body: { prompt: 'a fox' } });
      expect(third.body.error.code, third.text).to.equal('SPEND_CAP_REACHED');
      const body = { url: dashboard.receiver.at('/hook') };
      expect((await client.refused('POST', '/v1/webhooks', { body })).status).to.equal(403);

      await dashboard.show(page, '/keys');
      const row = page.getByRole('row', { name: 'Web shop' });
      await row.getByText('4 of 5').waitFor();
      await row.getByText('Generate', { exact: true }).waitFor();
      expect(await row.getByText('Social', { exact: true }).count()).to.equal(0);
      expect(await page.content()).not.to.include(key);
      await row.getByRole('button', { name: 'Revoke Web shop' }).click();
      await dashboard.settle(page);
      await dialog('Revoke Web shop?').getByRole('button', { name: 'Revoke' }).click();
      await row.waitFor({ state: 'hidden' });
      await dashboard.settle(page);
      expect((await client.refused('GET', '/v1/account')).status).to.equal(401);
    });
  }

  it('suggests to create a first key if there are no keys', async () => {
    const customer = await dashboard.customer();
    await dashboard.db.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [
      customer.keyId,
    ]);
    for (const device of DEVICES) {
      const page = await dashboard.visitAs(customer, device);
      await dashboard.show(page, '/keys');
      await page.getByRole('heading', { name: 'No API keys yet' }).waitFor();
    }
  });
});
