import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import type { UploadBody } from '../../domain/contract/upload.js';
import type { UploadBoxBody } from '../../domain/contract/upload-box.js';
import type { Customer } from '../api/suite.js';
import { expectGood, DEVICES, nameOf, open } from './browser.js';
import { expectNoScriptRan, useDashboard } from './dashboard.js';
import { holds, untilCount } from './waits.js';

const PURPOSE = 'Three photos of your dog <img src=x data-attack onerror="attacked=1">';
const NAME = 'fox <img data-attack> in a file whose name does not end soon.jpg';

const picture = (background = 'teal'): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();

const asFile = (buffer: Buffer, name: string) => ({ name, mimeType: 'image/jpeg', buffer });

/** Builds the data of a drop or a paste as the browser passes it to a page. */
const transferOf = (bytes: Buffer, name: string): string => `(() => {
  const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (one) => one.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], '${name}', { type: 'image/jpeg' }));
  return data;
})()`;

describe('the page of an upload box', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let box: UploadBoxBody;

  beforeEach(async () => {
    customer = await dashboard.customer();
    const body = { purpose: PURPOSE, accept: ['image'] };
    const made = await customer.client.call<UploadBoxBody>('POST', '/v1/upload-boxes', { body });
    box = made.body;
  });

  const choose = (page: Page, ...files: ReturnType<typeof asFile>[]) =>
    page.getByLabel('Choose files').setInputFiles(files);
  const row = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Your files' }).getByRole('listitem').filter({
      hasText: name,
    });
  const arrived = (page: Page, name: string) => row(page, name).getByText(', received').waitFor();
  const listed = async () =>
    (await customer.client.get<{ data: UploadBody[] }>(`/v1/uploads?box_id=${box.id}`)).body.data;

  for (const device of DEVICES) {
    it(`shows the box's purpose and accepts files: ${nameOf(device)}`, async () => {
      const page = await dashboard.browser.visit(device);
      await open(page, box.url);
      await page.getByRole('heading', { name: 'Add your images' }).waitFor();
      await page.getByText(PURPOSE).waitFor();
      await page.getByText('Images up to 20 MB each. You can add 100 files').waitFor();
      await choose(
        page,
        asFile(await picture(), NAME),
        asFile(Buffer.from('%PDF-1.7'), 'letter.jpg'),
      );
      await arrived(page, NAME);
      await row(page, 'letter.jpg').getByText('The file is not of a supported type').waitFor();
      await page.getByRole('status').getByText('1 of 2 files was received, 1 failed').waitFor();
      await holds(page, '[...document.images].every((image) => image.naturalWidth > 0)');
      await expectGood(page);
      await expectNoScriptRan(page);
      // The browser logs the refusal as an error.
      dashboard.browser.expectError(/status of 400/);
      await page.getByRole('button', { name: 'Remove: letter.jpg' }).click();
      await page.getByRole('status').getByText('Your file was received. You can close').waitFor();
      expect((await listed()).map(({ kind, status }) => `${kind} ${status}`)).to.deep.equal([
        'image ready',
      ]);
    });
  }

  it('accepts files that are dropped anywhere on the page or pasted', async () => {
    const page = await dashboard.browser.visit();
    await open(page, box.url);
    const data = transferOf(await picture(), 'dropped.jpg');
    const drop = `new DragEvent('drop', { dataTransfer: ${data}, bubbles: true, cancelable: true })`;
    await page.evaluate(`void document.querySelector('h2').dispatchEvent(${drop})`);
    await arrived(page, 'dropped.jpg');
    const copied = transferOf(await picture('plum'), 'pasted.jpg');
    const paste = `new ClipboardEvent('paste', { clipboardData: ${copied}, bubbles: true })`;
    await page.evaluate(`void document.body.dispatchEvent(${paste})`);
    await arrived(page, 'pasted.jpg');
    await page.getByRole('status').getByText('All 2 files were received').waitFor();
    expect(await listed()).to.have.length(2);
  });

  it('can be opened on a phone with its QR code, and offers the camera there but no QR code', async () => {
    const page = await dashboard.browser.visit();
    await open(page, box.url);
    const shot = sharp(await page.locator('#code svg').screenshot());
    const { data, info } = await shot.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const address = decodeQR({ width: info.width, height: info.height, data });
    expect(address).to.equal(box.url);
    const phone = await dashboard.browser.visit({ width: 360, touch: true });
    await open(phone, address);
    await phone.locator('#code').waitFor({ state: 'hidden' });
    await phone.getByLabel('Take a photo').setInputFiles(asFile(await picture(), 'photo.jpg'));
    await arrived(phone, 'photo.jpg');
    await expectGood(phone);
    const others = page.locator('details');
    await others.getByText('1 file already received').click();
    await others.getByText(/^Image, \d+ kB, /).waitFor();
    await expectGood(page);
  });

  it('accepts a file when only the keyboard is used', async () => {
    const page = await dashboard.browser.visit();
    await open(page, box.url);
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Tab');
    // A key can arrive before Chromium intercepts the file chooser. Chromium intercepts it by the time the page has
    // handled Tab and drawn a frame.
    await holds(page, "document.activeElement?.id === 'choose'");
    await page.evaluate('new Promise(requestAnimationFrame)');
    await page.keyboard.press('Space');
    await (await chooser).setFiles(asFile(await picture(), 'by-key.jpg'));
    await arrived(page, 'by-key.jpg');
  });

  it('sends a file again after the connection broke, without a second row', async () => {
    const page = await dashboard.browser.visit({ width: 360 });
    await open(page, box.url);
    const { origin } = new URL(dashboard.api.deps.env.s3.publicEndpoint);
    await page.route(`${origin}/**`, (route) => route.abort());
    await choose(page, asFile(await picture(), 'fox.jpg'));
    await row(page, 'fox.jpg')
      .getByText('The connection was lost. Check your network and try again.')
      .waitFor();
    await expectGood(page);
    dashboard.browser.expectError(/ERR_FAILED/);
    await page.unroute(`${origin}/**`);
    await page.getByRole('button', { name: 'Try again: fox.jpg' }).click();
    await arrived(page, 'fox.jpg');
    await untilCount(row(page, 'fox.jpg'), 1);
  });

  it('reports that the box is closed, both on an open page and on a later visit', async () => {
    const page = await dashboard.browser.visit({ width: 360, theme: 'dark' });
    await open(page, box.url);
    await dashboard.db.query('UPDATE upload_box SET expires_at = now() WHERE id = $1', [box.id]);
    await page.getByText('This page no longer accepts files.').waitFor();
    await page.getByText('This page is open until').waitFor({ state: 'hidden' });
    await expectGood(page);
    dashboard.browser.expectError(/status of 404/);
    await page.goto(box.url);
    await page.getByRole('heading', { name: 'This address does not accept files' }).waitFor();
    await expectGood(page);
    dashboard.browser.expectError(/status of 404/);
  });

  it('explains what to do about each rejected file', async () => {
    const page = await dashboard.browser.visit({ width: 360 });
    await open(page, box.url);
    const send = async (name: string, words: string, bytes?: Buffer) => {
      await choose(page, asFile(bytes ?? (await picture()), name));
      await row(page, name).getByText(words).waitFor();
    };
    await send('large.jpg', 'This file has 20.1 MB, and a picture can', Buffer.alloc(20_000_001));
    await send('empty.jpg', 'This file is empty.', Buffer.alloc(0));
    dashboard.browser.expectError(/status of 400/);
    dashboard.browser.expectError(/status of 400/);
    const { accountId } = customer;
    await dashboard.db.query(
      `INSERT INTO daily_usage (account_id, day, files, bytes)
       VALUES ($1, (now() AT TIME ZONE 'utc')::date, 1000000, 0)`,
      [accountId],
    );
    await send('today.jpg', "You've reached today's file limit.");
    dashboard.browser.expectError(/status of 429/);
    await dashboard.db.query('DELETE FROM daily_usage WHERE account_id = $1', [accountId]);
    await dashboard.db.query('UPDATE upload_box SET files = 100 WHERE id = $1', [box.id]);
    await send('full.jpg', "This page isn't accepting any more files. Ask the person");
    dashboard.browser.expectError(/status of 403/);
    await expectGood(page);
  });

  it('accepts the last file from one of two phones, and explains the limit to the other', async () => {
    await dashboard.db.query('UPDATE upload_box SET files = 99 WHERE id = $1', [box.id]);
    const phones = await Promise.all(
      [1, 2].map(() => dashboard.browser.visit({ width: 360, touch: true })),
    );
    for (const phone of phones) await open(phone, box.url);
    const file = asFile(await picture(), 'fox.jpg');
    await Promise.all(phones.map((phone) => choose(phone, file)));
    const ends = await Promise.all(
      phones.map(async (phone) => {
        const end = row(phone, 'fox.jpg').getByText(/, received|any more files/);
        return (await end.textContent()) ?? '';
      }),
    );
    expect(ends.filter((text) => text.includes(', received'))).to.have.length(1);
    expect(await listed()).to.have.length(1);
    dashboard.browser.expectError(/status of 403/);
  });

  it('accepts the same file twice, each on its own row', async () => {
    const page = await dashboard.browser.visit();
    await open(page, box.url);
    const file = asFile(await picture(), 'fox.jpg');
    await choose(page, file);
    await choose(page, file);
    await page.getByRole('status').getByText('All 2 files were received').waitFor();
    expect(await listed()).to.have.length(2);
  });

  it('explains what to do when JavaScript is disabled', async () => {
    const page = await dashboard.browser.visit({ width: 360, scripts: false });
    await page.goto(box.url);
    const notice = page.locator('noscript p');
    await notice.waitFor();
    expect(await notice.innerText()).to.match(
      /^This page needs JavaScript to upload files\. Turn it/,
    );
    await page.getByLabel('Choose files').waitFor({ state: 'hidden' });
  });

  it('shows an error page to an address that sends too many requests', async () => {
    const page = await dashboard.browser.visit({ width: 360 });
    dashboard.api.edge.boxLimit.count('127.0.0.1', Date.now() + 70_000);
    const answer = await page.goto(box.url);
    expect(answer?.status()).to.equal(429);
    await page.getByRole('heading', { name: 'Too many visits' }).waitFor();
    await page.getByText('Wait a minute, then reload this page.').waitFor();
    await expectGood(page);
    dashboard.browser.expectError(/status of 429/);
  });
});
