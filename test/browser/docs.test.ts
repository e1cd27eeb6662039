import { expect } from 'chai';
import { buildGuidePath, GUIDES } from '../../api/docs/guides.js';
import { until } from '../support/until.js';
import { usePlatform } from '../support/use-platform.js';
import { expectGood, DEVICES, nameOf, open, useBrowser } from './browser.js';
import { holds } from './waits.js';

const readField = 'document.querySelector(\'[data-param-name="Idempotency-Key"] input\').value';

const PAGES = [
  ...GUIDES.map(buildGuidePath),
  '/docs/models/service-image',
  '/docs/models/seedance-2.5',
  '/docs/errors/WEBHOOK_LIMIT',
  '/docs/reference',
];

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

  it('send a new Idempotency-Key with each request of the reference, and keep a typed one', async () => {
    const page = await browser.visit();
    const keys: (string | undefined)[] = [];
    await page.route('**/v1/images', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length === 3) await route.abort('timedout');
      else await route.fulfill({ json: {} });
    });
    browser.expectError(/ERR_TIMED_OUT/);
    await open(page, `${api.url}/docs/reference`);
    await page.getByRole('button', { name: 'Generate an image' }).click();
    const field = page.getByRole('textbox', { name: 'Idempotency-Key' });
    const send = async () => {
      const sent = keys.length;
      await page.getByRole('button', { name: 'Execute' }).click();
      await until('the request is sent', async () => keys.length > sent);
      await page.getByRole('button', { name: 'Clear' }).waitFor();
    };
    for (let count = 1; count <= 3; count += 1) {
      if (count > 1) await holds(page, `${readField} !== ${JSON.stringify(keys.at(-1))}`);
      await send();
    }
    expect(new Set(keys).size).to.equal(3);
    for (const key of keys) expect(key).to.match(/^[0-9a-f]{32}$/);
    await send();
    expect(keys[3], 'the key of a request without a response').to.equal(keys[2]);
    await field.fill('order-42');
    await send();
    await send();
    expect(keys.slice(4)).to.deep.equal(['order-42', 'order-42']);
  });

  it('ask only for an API key in the reference', async () => {
    const page = await browser.visit({ theme: 'dark' });
    await open(page, `${api.url}/docs/reference`);
    await page.getByRole('button', { name: 'Authorize' }).click();
    const fields = page.locator('.modal-ux input');
    await fields.first().waitFor();
    expect(await fields.count()).to.equal(1);
    await page.locator('.modal-ux').getByText('apiKey').first().waitFor();
    await expectGood(page);
  });

  it('have the theme that the user chose in the dashboard', async () => {
    const page = await browser.visit();
    const guide = `${api.url}/docs/idempotency`;
    await open(page, guide);
    const readBackground = () =>
      page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(await readBackground()).to.equal('rgb(255, 255, 255)');
    await page.evaluate("localStorage.setItem('mantine-color-scheme-value', 'dark')");
    for (const path of [guide, `${api.url}/docs/reference`]) {
      await page.goto(path);
      expect(await readBackground(), path).to.equal('rgb(36, 36, 36)');
    }
  });

  it('have no lighter band in the dark reference', async () => {
    const page = await browser.visit({ theme: 'dark' });
    await open(page, `${api.url}/docs/reference`);
    const colour = await page.evaluate(
      "getComputedStyle(document.querySelector('.scheme-container')).backgroundColor",
    );
    expect(colour).to.equal('rgba(0, 0, 0, 0)');
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

describe('code in several languages in a browser', () => {
  const api = usePlatform();
  const browser = useBrowser();
  const guide = () => `${api.url}/docs/idempotency`;

  it('is in tabs that a user switches with the arrow keys, Home and End', async () => {
    const page = await browser.visit();
    await open(page, guide());
    const tab = (name: string) => page.getByRole('tab', { name, selected: true }).first();
    await tab('curl').focus();
    const keys = { ArrowRight: 'TypeScript', End: 'Python', ArrowLeft: 'TypeScript', Home: 'curl' };
    for (const [key, name] of Object.entries(keys)) {
      await page.keyboard.press(key);
      await tab(name).waitFor();
      await holds(page, `document.activeElement?.textContent === '${name}'`);
    }
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tabpanel', { name: 'Python' }).getByText('MediaClient()').waitFor();
    await expectGood(page);
  });

  it('keeps the chosen language on the next page and in the reference', async () => {
    const page = await browser.visit({ theme: 'dark' });
    await open(page, guide());
    await page.getByRole('tab', { name: 'Python' }).first().click();
    await open(page, `${api.url}/docs/reference`);
    await page.getByRole('button', { name: 'Get the price of a request' }).click();
    await page.getByRole('tabpanel', { name: 'Python' }).getByText('client.request').waitFor();
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    await page.getByText("media.request('POST /v1/quote'").waitFor();
    await expectGood(page);
  });

  it('is shown completely, under the names of the languages, without scripts', async () => {
    const page = await browser.visit({ scripts: false });
    await page.goto(guide());
    const shown = page.locator('code-tabs').first().locator('section > :visible');
    const texts = (await shown.allTextContents()).map((text) => text.trim());
    expect(texts.filter((_, index) => index % 2 === 0)).to.deep.equal([
      'curl',
      'TypeScript',
      'Python',
    ]);
  });
});
