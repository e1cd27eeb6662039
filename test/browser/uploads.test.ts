import { expect } from 'chai';
import sharp from 'sharp';
import { DEVICES, nameOf } from './browser.js';
import { expectNoScriptRan, useDashboard } from './dashboard.js';

const NAME = 'fox <img data-attack> in a file whose name does not end soon.jpg';

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 512, height: 512, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();

describe('uploads in a browser', () => {
  const dashboard = useDashboard();

  for (const device of DEVICES) {
    it(`are accepted, shown, and removed from the list: ${nameOf(device)}`, async () => {
      const customer = await dashboard.customer();
      const page = await dashboard.visitAs(customer, device);
      await dashboard.show(page, '/uploads');
      await page.getByRole('heading', { name: 'No uploads from this browser' }).waitFor();
      const file = { name: NAME, mimeType: 'image/jpeg', buffer: await picture() };
      await page.getByLabel('Files', { exact: true }).setInputFiles(file);
      const card = page.getByRole('article', { name: NAME });
      await card.getByText('ready').waitFor();
      await card.getByRole('img').waitFor();
      await dashboard.settle(page);
      await expectNoScriptRan(page);
      await card.getByRole('button', { name: 'Remove from list' }).click();
      await card.waitFor({ state: 'hidden' });
    });
  }

  it('can be found by id if a program sent them, and an unknown id is explained', async () => {
    const customer = await dashboard.customer();
    const data = `data:image/jpeg;base64,${(await picture()).toString('base64')}`;
    const upload = { body: { data } };
    const made = await customer.client.call<{ id: string }>('POST', '/v1/uploads', upload);
    expect(made.status, made.text).to.equal(201);
    const page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/uploads');
    const source = page.getByRole('textbox', { name: 'Or paste a URL' });
    await source.fill(made.body.id);
    await source.press('Enter');
    await page.getByRole('article').getByText('ready').waitFor();
    await source.fill(`${made.body.id}0`);
    await source.press('Enter');
    await page.getByRole('alert').getByText('NOT_FOUND').waitFor();
    dashboard.browser.expectError(/status of 404/);
    await dashboard.settle(page);
  });
});
