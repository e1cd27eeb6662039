import { expect } from 'chai';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { addMember } from '../../domain/accounts/add-member.js';
import { createId } from '../../domain/contract/ids.js';
import { expectGood, DEVICES, nameOf, open } from './browser.js';
import { expectNoScriptRan, useDashboard } from './dashboard.js';
import { untilCount } from './waits.js';

const PURPOSE = 'A photo of your dog <img src=x data-attack onerror="attacked=1">';
const ARRIVED = `Image for “${PURPOSE}”`;

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();

describe('upload boxes in the dashboard', () => {
  const dashboard = useDashboard();

  /** Opens a box on the uploads page. @returns its URL */
  async function openBox(page: Page): Promise<string> {
    await dashboard.show(page, '/uploads');
    await page.getByRole('button', { name: 'Create upload box' }).click();
    const form = page.getByRole('dialog', { name: 'Create upload box' });
    await form.getByLabel('What do you need?').fill(PURPOSE);
    await form.getByLabel('Videos').uncheck();
    await form.getByLabel('Audio').uncheck();
    await form.getByText('The box closes after 24 hours').waitFor();
    await dashboard.settle(page);
    await form.getByRole('button', { name: 'Create box' }).click();
    const shown = page.getByRole('dialog', { name: PURPOSE });
    await shown.getByRole('img', { name: 'QR code for' }).waitFor();
    await shown.getByText('100 of 100 files left').waitFor();
    await shown.getByText('No files yet').waitFor();
    return (await shown.getByRole('link').textContent()) ?? '';
  }

  const closeDialog = (page: Page) => page.keyboard.press('Escape');

  for (const device of DEVICES) {
    it(`show files as they arrive, until the box is closed: ${nameOf(device)}`, async () => {
      const customer = await dashboard.customer();
      const page = await dashboard.visitAs(customer, device);
      const address = await openBox(page);
      expect(address).to.match(new RegExp(`^${dashboard.origin}/box/box_[0-9a-f]{24}$`));
      await dashboard.settle(page);
      await expectNoScriptRan(page);

      const phone = await dashboard.browser.visit({ width: 360, touch: true });
      await open(phone, address);
      const file = { name: 'dog.jpg', mimeType: 'image/jpeg', buffer: await picture() };
      await phone.getByLabel('Choose files').setInputFiles(file);
      await phone.getByText(', received', { exact: false }).first().waitFor();

      const shown = page.getByRole('dialog', { name: PURPOSE });
      const files = shown.getByRole('list', { name: 'Files in the box' });
      await files.getByText('received').waitFor();
      await shown.getByText('99 of 100 files left').waitFor();
      await dashboard.settle(page);
      await closeDialog(page);
      await shown.waitFor({ state: 'hidden' });
      const card = page.getByRole('article', { name: ARRIVED });
      await card.getByText('ready').waitFor();
      await card.getByRole('img').waitFor();
      await dashboard.settle(page);
      await expectNoScriptRan(page);

      await page.getByRole('button', { name: 'Close box' }).click();
      const question = page.getByRole('dialog', { name: /^Close box/ });
      await question.getByText('Files already received stay').waitFor();
      await dashboard.settle(page);
      await question.getByRole('button', { name: 'Close box' }).click();
      await page.getByText('An upload box is a page where people can add files for you').waitFor();
      await card.getByText('ready').waitFor();
      await phone.getByText('This page no longer accepts files.').waitFor();
      await expectGood(phone);
      dashboard.browser.expectError(/status of 404/);
      await phone.goto(address);
      await phone.getByRole('heading', { name: 'This address does not accept files' }).waitFor();
      dashboard.browser.expectError(/status of 404/);
    });
  }

  it('are still shown after a reload, without the files that were removed from the list', async () => {
    const customer = await dashboard.customer();
    const page = await dashboard.visitAs(customer);
    const address = await openBox(page);
    const box_id = address.split('/').pop() ?? '';
    const data = `data:image/jpeg;base64,${(await picture()).toString('base64')}`;
    const put = () => customer.client.call('POST', '/v1/uploads', { body: { data, box_id } });
    expect((await put()).status).to.equal(201);
    await closeDialog(page);
    const card = page.getByRole('article', { name: ARRIVED });
    await card.getByRole('button', { name: 'Remove from list' }).click();
    await card.waitFor({ state: 'hidden' });
    await dashboard.show(page, '/uploads');
    await page.getByRole('button', { name: /^Show A photo of your dog/ }).click();
    const shown = page.getByRole('dialog', { name: PURPOSE });
    await shown.getByRole('list', { name: 'Files in the box' }).getByText('received').waitFor();
    await dashboard.settle(page);
    await closeDialog(page);
    await shown.waitFor({ state: 'hidden' });
    await untilCount(card, 0);
  });

  it('are hidden from a viewer, because anybody with their addresses can send files', async () => {
    const customer = await dashboard.customer();
    const memberId = createId('mem');
    const { accountId } = customer;
    await addMember(dashboard.db.manager, { id: memberId, accountId, name: 'Ada', role: 'viewer' });
    const page = await dashboard.visitAs({ ...customer, memberId });
    await dashboard.show(page, '/uploads');
    await page.getByRole('heading', { name: 'No uploads from this browser' }).waitFor();
    await untilCount(page.getByText('Upload boxes'), 0);
  });
});
