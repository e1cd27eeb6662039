import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Customer } from '../api/suite.js';
import { useDashboard } from './dashboard.js';
import { photo } from './subjects.js';
import { untilCount } from './waits.js';

describe('a media field in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;

  beforeEach(async () => {
    customer = await dashboard.customer({ credits: 1_000 });
    page = await dashboard.visitAs(customer);
  });

  const openFields = async () => {
    await dashboard.show(page, '/playground');
    await page.getByRole('button', { name: 'Characters, products and media' }).click();
    await page.getByText('Scene', { exact: true }).waitFor();
  };
  const openPicker = async () => {
    await page.getByRole('button', { name: 'Library or URL: Scene' }).click();
    await page.getByRole('dialog', { name: 'Scene' }).waitFor();
  };
  const curl = async () => {
    await page.getByRole('tab', { name: 'API request' }).click();
    return (await page.getByRole('region', { name: 'request as curl' }).textContent()) ?? '';
  };

  it('takes a result of the library, found by its prompt', async () => {
    for (const prompt of ['a red fox', 'a blue whale']) {
      const { body } = await customer.client.image({ prompt });
      await dashboard.finished(customer, body.id);
    }
    await openFields();
    await openPicker();
    const dialog = page.getByRole('dialog', { name: 'Scene' });
    await untilCount(dialog.getByRole('button', { name: /^image: / }), 2);
    await dashboard.settle(page);
    await dialog.getByRole('textbox', { name: 'Search prompts' }).fill('whale');
    await untilCount(dialog.getByRole('button', { name: /^image: / }), 1);
    await dialog.getByRole('button', { name: 'image: a blue whale' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^Remove Image / }).waitFor();
    await dashboard.settle(page);
    expect(await curl()).to.match(/"scene_image": "http\S+\.webp"/);
  });

  it('takes a URL, and only a secure one', async () => {
    // The API refuses to fetch from this machine.
    dashboard.browser.expectError(/400 .*quote/);
    await openFields();
    await openPicker();
    const dialog = page.getByRole('dialog', { name: 'Scene' });
    await dialog.getByRole('tab', { name: 'URL' }).click();
    await dialog.getByRole('textbox', { name: 'File URL' }).fill('http://localhost/a.jpg');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('textbox', { name: 'File URL' }).fill('https://localhost/a.jpg?b=1');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Remove a.jpg' }).waitFor();
    await page.getByText('scene_image: ').first().waitFor();
    expect(await curl()).to.include('"scene_image": "https://localhost/a.jpg?b=1"');
  });

  it('uploads a pasted image', async () => {
    await openFields();
    const bytes = (await photo()).toString('base64');
    await page.evaluate(`(() => {
      const bytes = Uint8Array.from(atob('${bytes}'), (one) => one.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'pasted.jpg', { type: 'image/jpeg' }));
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.querySelector('input[aria-label="Scene"]').dispatchEvent(event);
    })()`);
    await page.getByRole('img', { name: 'pasted.jpg' }).waitFor();
    await dashboard.settle(page);
    expect(await curl()).to.match(/"scene_image": "upl_[0-9a-f]+"/);
  });
});
