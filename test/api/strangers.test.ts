import { expect } from 'chai';
import { UNAUTHENTICATED_PER_MINUTE } from '../../api/middleware/ip-limit.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { newSecret } from '../../domain/identity/secrets.js';
import { openSignInLink } from '../../domain/identity/open-sign-in-link.js';
import type { Turns } from '../../domain/ports/turns.js';
import { FairQueue } from '../../runtime/fair-queue.js';
import { Browser } from '../support/person.js';
import { startApi, type TestApi } from '../support/platform.js';
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

/** Every request by which somebody unknown reaches the database, and its answer to a wrong secret. */
const ENTRIES: readonly (readonly [method: string, path: string, status: number, body?: object])[] =
  [
    ['POST', '/app/api/session', 401, { secret: newSecret() }],
    ['DELETE', '/app/api/session', 200],
    ['GET', '/app/api/session', 401],
    ['POST', '/app/api/session/passkey-options', 200],
    ['POST', '/app/api/session/passkey', 401, { credential: CREDENTIAL }],
    ['GET', `/connect/${TOKEN}`, 404],
    ['POST', `/connect/${TOKEN}`, 404],
    ['GET', `/oauth/callback/twitter?state=${TOKEN}`, 400],
    ['GET', `/oauth/authorize?client_id=${TOKEN}`, 400],
    ['GET', `/oauth/authorize/${'a'.repeat(43)}`, 400],
    ['GET', `/box/box_${'0'.repeat(24)}`, 404],
  ];

describe('entry points for strangers', () => {
  const suite = apiSuite();
  const send = (url: string, [method, path, , body]: (typeof ENTRIES)[number]) =>
    Browser.with(url, `session=${newSecret()}`).call(method, path, { ...(body && { body }) });

  async function use(
    change: { strangers?: Turns; mediaVisits?: Turns },
    work: (api: TestApi) => Promise<void>,
  ): Promise<void> {
    const narrow = await startApi({}, (deps) => ({ ...deps, ...change }));
    try {
      await work(narrow);
    } finally {
      await narrow.stop();
    }
  }

  for (const entry of ENTRIES) {
    const [method, path, status] = entry;
    it(`${method} ${path.slice(0, 40)} waits for a turn of its address before the database`, async () => {
      const owners: string[] = [];
      const queue = new FairQueue({
        atOnce: 2,
        atOnceEach: 1,
        waiting: 0,
        waitingEach: 0,
        waitMs: 1,
      });
      const watched: Turns = {
        take(owner, work) {
          owners.push(owner);
          return queue.take(owner, work);
        },
      };
      await use({ strangers: watched }, async ({ url }) => {
        const answer = await send(url, entry);
        expect(answer.status, answer.text).to.equal(status);
        expect(new Set(owners)).to.deep.equal(new Set(['127.0.0.1']));
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

  it('refuse an address over its limit before they look a secret up', async () => {
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
      // It was not used up: another address, or the same one later, signs in with it.
      const later = await new Browser(suite.api.url).signIn(secret);
      expect(later.status, later.text).to.equal(201);
    });
  });

  it('GET /media waits for a turn of its address before the store', async () => {
    const queue = new FairQueue({
      atOnce: 2,
      atOnceEach: 1,
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
