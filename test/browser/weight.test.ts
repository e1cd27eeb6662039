import { expect } from 'chai';
import { useDashboard } from './dashboard.js';
import { readPagePaths } from './page-paths.js';

/** Compressed size of the scripts and styles of a first visit. */
const BYTES_MAX = 250_000;

describe("the dashboard's download size in a browser", () => {
  const dashboard = useDashboard();

  it('stays within its limit on every page', async () => {
    const customer = await dashboard.customer();
    const id = await dashboard.queued(customer);
    await dashboard.finished(customer, id);
    const { id: hook } = await dashboard.webhook(customer, '/hook');
    const heavy: string[] = [];
    const paths = await readPagePaths();
    expect(paths).to.include.members(['/', '/library', '/social', '/usage']);
    for (const path of [...paths, `/library/${id}`, `/webhooks/${hook}`]) {
      const page = await dashboard.visitAs({ ...customer, operator: path === '/admin' });
      await dashboard.show(page, path);
      const bytes = await page.evaluate<number>(
        `performance.getEntriesByType('resource')
          .filter(({ name }) => /assets\\/.*\\.(js|css)$/.test(name))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
      );
      expect(bytes, path).to.be.greaterThan(100_000);
      if (bytes > BYTES_MAX) heavy.push(`/app${path}: ${bytes}`);
      await page.context().close();
    }
    expect(heavy).to.deep.equal([]);
  });
});
