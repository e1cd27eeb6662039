import { expect } from 'chai';
import pMap from 'p-map';
import { VERIFIED } from '../../api/middleware/email-cookie.js';
import {
  type UnauthenticatedLimit,
  UNAUTHENTICATED_PER_MINUTE,
} from '../../api/middleware/unauthenticated-limit.js';
import { createApiKey } from '../../domain/contract/create-api-key.js';
import { createId } from '../../domain/contract/ids.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { createSecret } from '../../domain/identity/session-secrets.js';
import { openSignInLink } from '../../domain/identity/open-sign-in-link.js';
import type { SingleSignOn } from '../../domain/ports/single-sign-on.js';
import type { TurnQueue } from '../../domain/ports/turns.js';
import type { Deps } from '../../runtime/deps.js';
import { FairQueue } from '../../runtime/fair-queue.js';
import { Browser } from '../support/person.js';
import { startApi, type TestApi } from '../support/platform.js';
import { WatchedTurns } from '../support/watched-turns.js';
import { apiSuite } from './suite.js';

const TOKEN = 'ab'.repeat(32);
const FILE = `/media/outputs/gen_${'0'.repeat(32)}/${'a'.repeat(40)}.webp`;
const CREDENTIAL = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  clientExtensionResults: {},
};

interface Entry {
  readonly method: string;
  readonly path: string;
  /** Expected response for a wrong secret. */
  readonly status: number;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const TEAMS = '/app/api/sign-in/teams';

/** Every request without authentication that reaches the database. */
const ENTRIES: readonly Entry[] = [
  { method: 'POST', path: '/app/api/session', status: 401, body: { secret: createSecret() } },
  { method: 'DELETE', path: '/app/api/session', status: 200 },
  { method: 'GET', path: '/app/api/session', status: 401 },
  { method: 'POST', path: '/app/api/session/passkey-options', status: 200 },
  {
    method: 'POST',
    path: '/app/api/session/passkey',
    status: 401,
    body: { credential: CREDENTIAL },
  },
  { method: 'GET', path: '/app/api/sign-in/oidc/callback?code=x', status: 303 },
  { method: 'GET', path: TEAMS, status: 200 },
  { method: 'POST', path: TEAMS, status: 401, body: { account_id: createId('acc') } },
  { method: 'GET', path: `/connect/${TOKEN}`, status: 404 },
  { method: 'POST', path: `/connect/${TOKEN}`, status: 404 },
  { method: 'GET', path: `/oauth/callback/twitter?state=${TOKEN}`, status: 400 },
  { method: 'GET', path: `/oauth/authorize?client_id=${TOKEN}`, status: 400 },
  { method: 'GET', path: `/oauth/authorize/${'a'.repeat(43)}`, status: 400 },
  {
    method: 'POST',
    path: '/oauth/token',
    status: 401,
    headers: FORM,
    body: `grant_type=refresh_token&refresh_token=${TOKEN}&client_id=${TOKEN}`,
  },
  {
    method: 'POST',
    path: '/oauth/register',
    status: 201,
    body: { redirect_uris: ['https://agent.example/callback'] },
  },
  {
    method: 'POST',
    path: '/mcp',
    status: 401,
    headers: { Authorization: `Bearer ${TOKEN}` },
    body: {},
  },
  { method: 'POST', path: '/v1/device-logins', status: 201, body: { client_name: 'laptop' } },
  {
    method: 'POST',
    path: '/v1/device-logins/claim',
    status: 200,
    body: { device_code: createSecret() },
  },
  {
    method: 'POST',
    path: '/v1/verify',
    status: 200,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    body: '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nx\r\n--b--\r\n',
  },
  { method: 'GET', path: `/box/box_${'0'.repeat(24)}`, status: 404 },
];

/** The single sign-on issuer has signed in a person who is not in a team. */
const SINGLE_SIGN_ON: SingleSignOn = {
  begin: async () => 'https://issuer.example/authorize',
  finish: async () => 'nobody@example.com',
};

/** Uses up the limit for the next ten seconds. */
function useUp(limit: UnauthenticatedLimit): void {
  const later = Date.now() + 10_000;
  const fill = () => {
    for (let n = 0; n <= UNAUTHENTICATED_PER_MINUTE; n += 1) limit.count('127.0.0.1', later);
  };
  expect(fill).to.throw(Refusal);
}

describe('unauthenticated entry points', () => {
  const suite = apiSuite();
  /** Sends the request with every cookie that an unauthenticated caller may have. */
  const send = (url: string, { method, path, body, headers }: Entry) => {
    const verified = { email: 'nobody@example.com', until: Date.now() + 60_000 };
    const sealed = suite.api.deps.vault.seal(JSON.stringify(verified), VERIFIED);
    const Cookie = `session=${createSecret()}; sign-on=${createSecret()}; verified=${sealed}`;
    const more = { headers: { Cookie, ...headers }, ...(body !== undefined && { body }) };
    return new Browser(url).call(method, path, more);
  };

  async function use(change: Partial<Deps>, work: (api: TestApi) => Promise<void>): Promise<void> {
    const narrow = await startApi({}, (deps) => ({ ...deps, ...change }));
    try {
      await work(narrow);
    } finally {
      await narrow.stop();
    }
  }

  for (const entry of ENTRIES) {
    const { method, path, status } = entry;
    it(`queue ${method} ${path.slice(0, 40)} per IP address before they use the database`, async () => {
      const queue = new FairQueue({
        concurrent: 2,
        concurrentEach: 1,
        waiting: 0,
        waitingEach: 0,
        waitMs: 1,
      });
      const turns = new WatchedTurns(queue);
      await use({ strangers: turns, singleSignOn: SINGLE_SIGN_ON }, async ({ url, deps }) => {
        turns.watch(deps.db);
        const outside = await turns.countOutside(async () => {
          const answer = await send(url, entry);
          expect(answer.status, answer.text).to.equal(status);
        });
        expect(outside, 'connections taken outside of the queue').to.equal(0);
        expect(new Set(turns.owners)).to.deep.equal(new Set(['127.0.0.1']));
        const turn = Promise.withResolvers<void>();
        const taken = queue.take('127.0.0.1', () => turn.promise);
        const refused = await send(url, entry);
        turn.resolve();
        await taken;
        expect(refused.status, refused.text).to.equal(503);
        expect(refused.headers.get('retry-after')).to.match(/^\d+$/);
      });
    });
  }

  it('refuse an address over its limit before they check a secret', async () => {
    await use({}, async ({ url, edge }) => {
      const { accountId } = await suite.customer();
      const link = { accountId, memberId: null, operator: false };
      const { secret } = await openSignInLink(suite.db.manager, link);
      const fill = () => {
        for (let n = 0; n <= UNAUTHENTICATED_PER_MINUTE; n += 1) edge.ipLimit.count('127.0.0.1');
      };
      expect(fill).to.throw(Refusal);
      const refused = await new Browser(url).signIn(secret);
      expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '1']);
      // The refused request did not use up the link: the link still works from another address, or later.
      const later = await new Browser(suite.api.url).signIn(secret);
      expect(later.status, later.text).to.equal(201);
    });
  });

  for (const path of ['/v1/account', '/mcp']) {
    it(`reject an API key not seen before at ${path} after too many wrong keys from the client's network`, async () => {
      let lookups = 0;
      const admissions: TurnQueue = {
        take(_owner, work) {
          lookups += 1;
          return work();
        },
      };
      await use({ admissions }, async ({ url, edge }) => {
        const [known, other] = [await suite.customer(), await suite.customer()];
        const ask = async (key: string) => {
          const method = path === '/mcp' ? 'POST' : 'GET';
          const headers = { Authorization: `Bearer ${key}` };
          return (await new Browser(url).call(method, path, { headers })).status;
        };
        const letIn = await ask(known.apiKey);
        expect(letIn).not.to.be.oneOf([401, 429]);
        // Most of the limit is used up, so that few guesses reach it: it grows while they run.
        for (let n = 0; n < UNAUTHENTICATED_PER_MINUTE - 50; n += 1) {
          edge.keyGuesses.count('127.0.0.1');
        }
        const guesses = Array.from({ length: 400 }, createApiKey);
        const answers = await pMap(guesses, ask, { concurrency: 20 });
        expect(new Set(answers)).to.deep.equal(new Set([401, 429]));
        expect(lookups).to.be.below(guesses.length);

        lookups = 0;
        useUp(edge.keyGuesses);
        expect([await ask(other.apiKey), lookups]).to.deep.equal([429, 0]);
        // A key that was used before is not affected.
        expect([await ask(known.apiKey), lookups]).to.deep.equal([letIn, 1]);
      });
    });
  }

  it('count claims of a device login that follow each other too fast', async () => {
    await use({}, async ({ url, edge }) => {
      const browser = new Browser(url);
      const body = { client_name: 'laptop' };
      const begun = await browser.call<{ device_code: string }>('POST', '/v1/device-logins', {
        body,
      });
      const claim = { body: { device_code: begun.body.device_code } };
      // Most of the limit is used up, so that few claims reach it: it grows while they run.
      for (let n = 0; n < UNAUTHENTICATED_PER_MINUTE - 50; n += 1) edge.ipLimit.count('127.0.0.1');
      const start = performance.now();
      const texts = await pMap(
        Array.from({ length: 400 }),
        async () => (await browser.call('POST', '/v1/device-logins/claim', claim)).text,
        { concurrency: 20 },
      );
      const seconds = (performance.now() - start) / 1_000;
      const [pending, tooFast, refused] = [
        '"pending"',
        'Claim a login at most',
        'Too many requests',
      ].map((part) => texts.filter((text) => text.includes(part)).length);
      expect(pending).to.be.within(1, 2 + seconds / 2);
      expect(tooFast).to.be.within(20, 80 + (UNAUTHENTICATED_PER_MINUTE / 60) * seconds);
      expect(refused).to.be.above(50);
    });
  });

  it('queue GET /media per IP address before they use the store', async () => {
    const queue = new FairQueue({
      concurrent: 2,
      concurrentEach: 1,
      waiting: 0,
      waitingEach: 0,
      waitMs: 1,
    });
    await use({ mediaVisits: queue }, async ({ url }) => {
      const browser = new Browser(url);
      expect((await browser.get(FILE)).status).to.equal(404);
      const turn = Promise.withResolvers<void>();
      const taken = queue.take('127.0.0.1', () => turn.promise);
      expect((await browser.get(FILE)).status).to.equal(503);
      turn.resolve();
      await taken;
      expect((await browser.get(FILE)).status).to.equal(404);
    });
  });
});
