import { expect } from 'chai';
import { serveFakes, type FakeServer } from '@media-platform/stand-ins/social/server.js';
import { servePages } from '@media-platform/stand-ins/social/pages/serve-pages.js';
import { createStandIns } from '@media-platform/stand-ins/social/stand-ins.js';
import { registerSuite } from '../api/suite.js';
import { ConnectSuite } from '../social/connect-rig.js';
import { expectGood, DEVICES, nameOf, open, useBrowser } from './browser.js';

describe('connecting a social account in a browser', () => {
  const suite = new ConnectSuite();
  const fakes = createStandIns({ now: Date.now });
  let server: FakeServer;
  registerSuite(suite, {
    async env() {
      server = await serveFakes(fakes, 0, servePages(fakes));
      return { SOCIAL_DEMO_URL: server.url };
    },
    change: (deps) => ({ ...deps, log: suite.kept.log }),
    end: () => server.close(),
  });
  // PUBLIC_URL has a port on which nothing listens. The browser maps it to this API.
  const browser = useBrowser(() => {
    const { host } = new URL(suite.api.deps.env.publicUrl);
    return [`--host-resolver-rules=MAP ${host} ${new URL(suite.api.url).host}`];
  });

  for (const device of DEVICES) {
    it(`takes two accessible pages with only the keyboard: ${nameOf(device)}`, async () => {
      const owner = await suite.owner();
      const { publicUrl } = suite.api.deps.env;
      const link = await suite.link(owner, 'twitter', `${publicUrl}/readyz`);
      const page = await browser.visit(device);
      await open(page, publicUrl + new URL(link.url).pathname);
      await page.getByRole('button', { name: 'Continue to X' }).press('Enter');
      await page.getByLabel('Account').fill('grace_h');
      await expectGood(page);
      await page.getByRole('button', { name: 'Allow' }).press('Enter');
      await page.waitForURL(`${publicUrl}/readyz?**`);
      expect(new URL(page.url()).searchParams.get('status')).to.equal('connected');
      expect(await suite.account(owner)).to.include({ username: 'grace_h' });
    });
  }

  it('explains on an accessible page that a link was already used', async () => {
    const owner = await suite.owner();
    const link = await suite.link(owner, 'threads');
    const page = await browser.visit({ width: 360, theme: 'dark' });
    await page.goto(`${link.url}0`);
    await expectGood(page);
    // The browser logs a 404 as an error.
    browser.expectError(/status of 404/);
  });
});
