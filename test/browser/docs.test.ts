import { expect } from 'chai';
import { buildGuidePath, GUIDES } from '../../api/docs/guides.js';
import { usePlatform } from '../support/use-platform.js';
import { expectGood, DEVICES, nameOf, open, useBrowser } from './browser.js';
import { holds } from './waits.js';

const PAGES = [...GUIDES.map(buildGuidePath), '/docs/errors/WEBHOOK_LIMIT', '/docs/reference'];

describe('guides and the API reference in a browser', () => {
  const api = usePlatform();
  const browser = useBrowser();

  for (const path of PAGES) {
    for (const device of DEVICES) {
      it(`are accessible and log no error: ${path}, ${nameOf(device)}`, async () => {
        await open(await browser.visit(device), api.url + path);
      });
    }
  }

  it('stay accessible when a reference endpoint is opened', async () => {
    const page = await browser.visit({ theme: 'dark' });
    await open(page, `${api.url}/docs/reference`);
    await page.getByRole('button', { name: 'Get the price of a request' }).click();
    await page.getByText('Request body', { exact: true }).waitFor();
    await expectGood(page);
  });

  it('open at the code of an error when its doc_url is followed', async () => {
    const answer = await fetch(`${api.url}/v1/account`);
    const { error } = (await answer.json()) as { error: { doc_url: string } };
    expect(error.doc_url).to.equal(`${api.deps.env.publicUrl}/docs/errors/UNAUTHORIZED`);
    const page = await browser.visit();
    // PUBLIC_URL has a different port than this API, so the test replaces the origin.
    await open(page, api.url + new URL(error.doc_url).pathname);
    await page.getByRole('heading', { name: 'UNAUTHORIZED' }).waitFor();
    await page.getByRole('link', { name: 'authentication', exact: true }).click();
    await page.getByRole('heading', { name: 'Scopes of a key' }).waitFor();
  });

  it('have a skip link to the content for keyboard users', async () => {
    const page = await browser.visit();
    await open(page, `${api.url}/docs/webhooks`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await holds(page, "document.activeElement?.id === 'content'");
  });
});
