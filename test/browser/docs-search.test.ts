import { expect } from 'chai';
import { usePlatform } from '../support/use-platform.js';
import { until } from '../support/until.js';
import { DEVICES, expectGood, nameOf, open, useBrowser } from './browser.js';
import { holds } from './waits.js';

describe('the search of the guides in a browser', () => {
  const api = usePlatform();
  const browser = useBrowser();
  const search = async (query: string, device = {}) => {
    const page = await browser.visit(device);
    await open(page, `${api.url}/docs`);
    await page.keyboard.press('/');
    await page.keyboard.type(query);
    await page.locator('docs-search a').first().waitFor();
    return page;
  };

  it('loads the index when the field gets the focus, and not before', async () => {
    const page = await browser.visit();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await open(page, `${api.url}/docs`);
    const isIndex = (path: string) => path.endsWith('/search.json');
    expect(loaded.filter(isIndex)).to.deep.equal([]);
    await page.keyboard.press('/');
    await until('the index is requested', async () => loaded.some(isIndex));
    expect(await page.getByRole('searchbox').inputValue()).to.equal('');
  });

  for (const device of DEVICES) {
    it(`finds a section by its heading and is accessible, ${nameOf(device)}`, async () => {
      const page = await search('scopes of a key', device);
      await expectGood(page);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/authentication#scopes-of-a-key');
      await page.getByRole('heading', { name: 'Scopes of a key' }).waitFor();
    });
  }

  it('opens the first result with Enter, and closes with Escape', async () => {
    const page = await search('webhook_limit');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await holds(page, "document.querySelector('docs-search .panel').hidden");
    await holds(page, "document.activeElement?.type === 'search'");
    await page.keyboard.press('Backspace');
    await page.locator('docs-search a').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/errors#WEBHOOK_LIMIT');
  });

  it('says when nothing is found, and ignores / in other fields', async () => {
    const page = await browser.visit();
    await open(page, `${api.url}/docs/reference`);
    await page.getByPlaceholder('Filter by tag').fill('');
    await page.keyboard.type('/');
    await holds(page, "document.activeElement?.value === '/'");
    await page.getByRole('searchbox', { name: 'Search the docs' }).fill('(zzz*');
    await page.getByText('No results').waitFor();
  });
});

describe('a code block in a browser', () => {
  const api = usePlatform();
  const browser = useBrowser();

  it('is copied as it is by its button', async () => {
    const page = await browser.visit();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, `${api.url}/docs/idempotency`);
    const block = page.locator('code-block').first();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).to.equal(await block.locator('code').textContent());
    expect(copied).to.include('curl');
  });
});
