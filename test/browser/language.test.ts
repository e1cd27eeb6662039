import { expect } from 'chai';
import { useDashboard } from './dashboard.js';

describe('a browser on a system without a configured language', () => {
  const dashboard = useDashboard();

  it('renders the usage chart and everything that uses `Intl`', async () => {
    const customer = await dashboard.customer();
    await dashboard.finished(customer, await dashboard.queued(customer));
    const page = await dashboard.visitAs(customer, { language: 'en-US@posix' });
    await dashboard.show(page, '/usage');
    await page.locator('.uplot canvas').waitFor();
    expect(await page.evaluate('navigator.language')).to.equal('en');
    for (const path of ['', '/library', '/playground', '/social']) {
      await dashboard.show(page, path);
    }
  });
});
