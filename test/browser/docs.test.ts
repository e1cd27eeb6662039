import { usePlatform } from '../support/use-platform.js';
import { LOOKS, nameOf, open, useBrowser } from './browser.js';

describe('the reference in a browser', () => {
  const api = usePlatform();
  const browser = useBrowser();

  for (const look of LOOKS) {
    it(`says no error and shuts nobody out: ${nameOf(look)}`, async () => {
      const page = await browser.visit(look);
      await open(page, `${api.url}/docs`);
      await page.getByRole('button', { name: 'Generate an image' }).waitFor();
    });
  }
});
