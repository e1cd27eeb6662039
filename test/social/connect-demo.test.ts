import { expect } from 'chai';
import { PLATFORM_TABLE, type Platform } from '../../domain/catalogue/social-platforms.js';
import { PlatformFailure } from '../../domain/ports/social-platform.js';
import { withToken } from '../../domain/social/accounts/with-token.js';
import { serveFakes, type FakeServer } from '@media-platform/stand-ins/social/server.js';
import { createStandIns } from '@media-platform/stand-ins/social/stand-ins.js';
import { registerSuite } from '../api/suite.js';
import { failureOf } from '../support/failure.js';
import { decide, type Choice } from './conformance/browser.js';
import { Browser, ConnectSuite, type Owner } from './connect-rig.js';

const { signal } = new AbortController();

for (const fake of createStandIns({ now: Date.now })) {
  const name = fake.name as Platform;
  const { label } = PLATFORM_TABLE[name];

  describe(`connecting a ${label} account in the demo`, () => {
    let server: FakeServer;
    const suite = new ConnectSuite();
    registerSuite(suite, {
      async env() {
        server = await serveFakes([fake]);
        return { SOCIAL_DEMO_URL: server.url };
      },
      change: (deps) => ({ ...deps, log: suite.kept.log }),
      end: () => server.close(),
    });

    /** Follows the link through both pages back to the app, like a browser. */
    async function connect(owner: Owner, choice: Choice = {}): Promise<URL> {
      const redirect = 'http://localhost:3000/connected';
      const browser = new Browser();
      const link = await suite.link(owner, name, redirect);
      const page = await browser.go(link.url);
      expect(page.html).to.include('Demo');
      expect(page.headers.get('content-security-policy')).to.include(server.url);
      const back = await decide(await suite.goOn(browser, link), choice);
      const answer = await browser.go(suite.here(back.href));
      expect(answer.status, answer.html).to.equal(303);
      const again = await browser.go(suite.here(back.href));
      const [end, replayed] = [answer, again].map(({ headers }) => headers.get('location') ?? '');
      expect(replayed).to.equal(end);
      expect(end).to.match(/^http:\/\/localhost:3000\/connected\?/);
      return new URL(end ?? '');
    }
    const use = async (owner: Owner) => {
      const id = (await suite.account(owner, name))?.id ?? '';
      return withToken(suite.api.deps, id, async ({ username }) => username, signal);
    };

    it('creates an account with that name and working tokens', async () => {
      const owner = await suite.owner();
      const end = await connect(owner, { username: 'grace_h' });
      expect(end.searchParams.get('status'), end.href).to.equal('connected');
      expect(await suite.account(owner, name)).to.include({ username: 'grace_h' });
      expect(await use(owner)).to.equal('grace_h');
    });

    it('does not create an account if the owner denies access or omits a scope', async () => {
      const owner = await suite.owner();
      const denied = await connect(owner, { deny: true });
      expect(denied.searchParams.get('status')).to.equal('denied');
      const [, ...scopes] = PLATFORM_TABLE[name].scopes;
      const less = await connect(owner, { scopes });
      expect(less.searchParams.get('status')).to.equal('failed');
      expect(await suite.account(owner, name)).to.equal(undefined);
    });

    it('does not create an account while the platform does not respond, and reports the outage', async () => {
      const owner = await suite.owner();
      // The pages that the owner sees still work.
      const calls = fake.routes.filter(({ name: page }) => !/authorize|decision/.test(page));
      const drop = { fault: 'drop', times: 10 } as const;
      server.plan(name).set(...calls.map(({ name: route }) => ({ route, ...drop })));
      const end = await connect(owner);
      server.plan(name).set();
      expect(end.searchParams.get('error'), end.href).to.equal('platform_unavailable');
      expect(await suite.account(owner, name)).to.equal(undefined);
    });

    it('requires a login after the owner has revoked access on the platform', async () => {
      const owner = await suite.owner();
      await connect(owner);
      fake.revokeAll();
      const id = (await suite.account(owner, name))?.id ?? '';
      const refuse = async () => {
        throw new PlatformFailure('unauthorized', 'ACCOUNT_NEEDS_LOGIN', '401');
      };
      const failure = await failureOf(withToken(suite.api.deps, id, refuse, signal));
      expect(failure).to.include({ kind: 'reauth', code: 'ACCOUNT_NEEDS_LOGIN' });
      expect(await suite.account(owner, name)).to.include({ state: 'needs_login' });
      const end = await connect(owner);
      expect(end.searchParams.get('status')).to.equal('connected');
      expect(await suite.account(owner, name)).to.include({ state: 'connected' });
    });
  });
}
