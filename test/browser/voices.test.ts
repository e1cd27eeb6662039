import { expect } from 'chai';
import { squareUrl } from '../support/data-url.js';
import { DEVICES, nameOf } from './browser.js';
import { useDashboard } from './dashboard.js';

describe('the voices page in a browser', () => {
  const dashboard = useDashboard();

  for (const device of DEVICES) {
    it(`finds a voice and assigns it to a character: ${nameOf(device)}`, async () => {
      const customer = await dashboard.customer();
      const body = { name: 'Ava', gender: 'female', images: [squareUrl(512)] };
      const path = '/v1/characters';
      const made = await customer.client.call<{ id: string }>('POST', path, { body });
      expect(made.status, made.text).to.equal(201);
      const list = await customer.client.get<{ data: { name: string; voice_key: string }[] }>(
        '/v1/voices',
      );
      const voice = list.body.data.at(-1);
      const page = await dashboard.visitAs(customer, device);
      await dashboard.show(page, '/voices');
      await page.getByText('Used by Ava.').waitFor();
      await page.getByRole('textbox', { name: 'Search voices' }).fill(voice?.name ?? '');
      const card = page.getByRole('article', { name: voice?.name ?? '' });
      await card.getByRole('button', { name: 'Assign' }).click();
      await page.getByRole('combobox', { name: 'Character' }).click();
      await page.getByRole('option', { name: 'Ava' }).click();
      await dashboard.settle(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await card.getByText('Used by Ava.').waitFor();
      await dashboard.settle(page);
      const { body: ava } = await customer.client.get<{ voice_key: string }>(
        `${path}/${made.body.id}`,
      );
      expect(ava.voice_key).to.equal(voice?.voice_key);
      await page.getByRole('textbox', { name: 'Search voices' }).fill('no voice is called so');
      await page.getByRole('heading', { name: 'No voices found' }).waitFor();
      await dashboard.settle(page);
    });
  }
});
