import type { Page } from 'playwright-core';
import { makeLeaf, makeRoot } from '../../adapters/media/credentials/certificates.js';
import { createCredentialSigner } from '../../adapters/media/credentials/signer.js';
import { CREATED } from '../media/credentials/rig.js';
import { SAMPLES } from '../media/inspection/samples.js';
import { DEVICES, expectGood, nameOf, open } from './browser.js';
import { useDashboard } from './dashboard.js';

describe('the page that checks the origin of a file', () => {
  const dashboard = useDashboard();

  /** Signs a picture as another organisation. */
  async function signElsewhere(): Promise<Buffer> {
    const root = await makeRoot('Elsewhere');
    const { privateKey, certificate } = await makeLeaf(root, 'Elsewhere');
    const signer = createCredentialSigner();
    const file = { bytes: await SAMPLES['image/png'](), contentType: 'image/png' };
    const identity = { privateKey, certificates: [certificate] };
    const { bytes } = await signer.sign(identity, file, CREATED, []);
    await signer.close();
    return Buffer.from(bytes);
  }

  const choose = (page: Page, buffer: Buffer) =>
    page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'file.png', mimeType: 'image/png', buffer });
  const concludes = (page: Page, title: string) =>
    page.getByRole('status').getByRole('heading', { name: title }).waitFor();

  for (const device of DEVICES) {
    it(`names the signer, and reports a change and a file without signals: ${nameOf(device)}`, async () => {
      const page = await dashboard.browser.visit(device);
      await open(page, `${dashboard.origin}/verify`);
      const signed = await signElsewhere();
      await choose(page, signed);
      await concludes(page, 'Signed by Elsewhere');
      await page.getByText('created with model-1').waitFor();
      await expectGood(page);

      const changed = Buffer.from(signed);
      const at = changed.indexOf('IDAT') + 8;
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await choose(page, changed);
      await concludes(page, 'Changed after it was signed');
      await expectGood(page);

      await choose(page, await SAMPLES['image/png']());
      await concludes(page, 'No origin found');
    });
  }

  it('explains next to the form why an address was refused', async () => {
    const page = await dashboard.browser.visit();
    await open(page, `${dashboard.origin}/verify`);
    await page.getByLabel('Or the address of a file').fill('https://127.0.0.1/fox.webp');
    dashboard.browser.expectError(/400/);
    await page.getByRole('button', { name: 'Check' }).click();
    await concludes(page, 'Not checked');
    await page.getByRole('status').getByText('private or reserved address').waitFor();
  });
});
