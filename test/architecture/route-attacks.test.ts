import { expect } from 'chai';
import { toAppPath } from '../../api/entry-points.js';
import type { Route } from '../../api/route.js';
import { ROUTES } from '../../api/table.js';
import { addMember } from '../../domain/accounts/add-member.js';
import { removeMember } from '../../domain/accounts/remove-member.js';
import type { Role } from '../../domain/catalogue/roles.js';
import { createId, createSubjectId, type IdPrefix } from '../../domain/contract/ids.js';
import { ApiSuite, registerSuite, type Customer } from '../api/suite.js';
import { fakePlatforms } from '../social/fake-platform.js';
import { Browser, signedIn } from '../support/person.js';
import { drawHere } from '../support/portrait-runs.js';
import { cloneHere } from '../support/clone-here.js';
import { changeHere } from '../support/post-runs.js';
import { bodyOf, DEAF, pathOf, SAMPLES } from './route-samples.js';

type Params = Readonly<Record<string, string>>;

/**
 * Changing requests that a viewer may send: requests for a price, and requests that change their own sessions, passkeys
 * and agents. A viewer can have agents from an earlier role.
 */
const OPEN_TO_VIEWERS = [
  'createQuote',
  'deleteSession',
  'createPasskeyOptions',
  'createPasskey',
  'updatePasskey',
  'deletePasskey',
  'deleteGrant',
];

/**
 * A consent request has no owner until a person answers it. test/agents/attacks.test.ts tests that
 * only the same browser can answer it.
 */
const OF_NOBODY = ['getConsent', 'createConsentAnswer', 'getDeviceLogin', 'answerDeviceLogin'];

const unsafe = ROUTES.filter(({ method }) => method !== 'GET');
const titleOf = ({ method, path }: Route) => `${method} ${path}`;

/** Creates an unknown id of the same kind. */
const unlike = (id: string): string => {
  const [, prefix] = /^([a-z]+)_[0-9a-f]{32}$/.exec(id) ?? [];
  return prefix ? createId(prefix as IdPrefix) : createSubjectId();
};

/** A viewer may not read these responses, which let their reader add files or sign events. */
const SHOWN_TO_WHO_CHANGES = ['listUploadBoxes', 'getCallbackSecret'];

describe('attacks on every route', () => {
  const suite = registerSuite(new ApiSuite(), {
    env: () => ({ WEBHOOK_ALLOW: DEAF }),
    workers: { media: false, outbound: true },
    change: (deps) => ({ ...changeHere(drawHere(cloneHere(deps))), platforms: fakePlatforms() }),
  });
  const options = (route: Route, params?: Params) =>
    route.body ? { body: bodyOf(route, params) } : {};
  const appPathOf = (route: Route, params?: Params) => toAppPath({ path: pathOf(route, params) });
  const person = ({ accountId }: Customer, memberId: string | null = null) =>
    signedIn(suite.db, suite.api.url, { accountId, memberId });
  async function member({ accountId }: Customer, role: Role): Promise<string> {
    const id = createId('mem');
    await addMember(suite.db.manager, { id, accountId, name: 'Ada', role });
    return id;
  }

  it('fail with 401 when they send a session cookie to API key routes', async () => {
    const browser = await person(await suite.customer());
    for (const route of ROUTES.filter(({ entryPoint }) => entryPoint !== 'app')) {
      const answer = await browser.refused(route.method, pathOf(route), options(route));
      expect(answer.status, titleOf(route)).to.equal(401);
    }
  });

  it("fail when they come from another site's page, with any session", async () => {
    const customer = await suite.customer();
    const { accountId } = customer;
    const browser = await signedIn(suite.db, suite.api.url, { accountId, operator: true });
    await suite.leavesNothing(accountId, async () => {
      for (const route of unsafe) {
        const given = { ...options(route), headers: { Origin: 'https://evil.example' } };
        for (const site of ['cross-site', 'same-site', null]) {
          const answer = await browser.from(site).refused(route.method, appPathOf(route), given);
          expect(answer.status, `${titleOf(route)} ${site}`).to.equal(403);
          expect(answer.body.error.message).to.include('did not come from a page of this service');
        }
      }
    });
  });

  it('fail when a viewer tries to change more than their own settings', async () => {
    const customer = await suite.customer();
    const browser = await person(customer, await member(customer, 'viewer'));
    await suite.leavesNothing(customer.accountId, async () => {
      for (const route of unsafe.filter(({ id }) => !OPEN_TO_VIEWERS.includes(id))) {
        const answer = await browser.refused(route.method, appPathOf(route), options(route));
        expect([answer.status, answer.body.error.code], titleOf(route)).to.deep.equal([
          403,
          'FORBIDDEN',
        ]);
      }
    });
  });

  it("return 403 to a viewer's GET only if the route requires an additional right", async () => {
    const customer = await suite.customer();
    const browser = await person(customer, await member(customer, 'viewer'));
    const endless = 'text/event-stream';
    const looking = ROUTES.filter(({ method, answers }) => method === 'GET' && answers !== endless);
    for (const route of looking) {
      const { status } = await browser.refused('GET', appPathOf(route));
      if (route.right || SHOWN_TO_WHO_CHANGES.includes(route.id))
        expect(status, titleOf(route)).to.equal(403);
      else expect(status, titleOf(route)).to.be.oneOf([200, 400, 404]);
    }
  });

  it('are refused for a removed member in the same way as for an unknown caller', async () => {
    const customer = await suite.customer();
    const memberId = await member(customer, 'owner');
    const browser = await person(customer, memberId);
    expect((await browser.get('/app/api/session')).status).to.equal(200);
    await suite.db.transaction((tx) => removeMember(tx, memberId));
    const stranger = new Browser(suite.api.url);
    const respond = async (who: Browser, route: Route) => {
      const { status, text } = await who.refused(route.method, appPathOf(route), options(route));
      return [status, text.replace(/req_\w+/, 'req')];
    };
    await suite.leavesNothing(customer.accountId, async () => {
      for (const route of ROUTES) {
        const seen = await respond(browser, route);
        expect(seen[0], titleOf(route)).to.equal(401);
        expect(seen, titleOf(route)).to.deep.equal(await respond(stranger, route));
      }
    });
  });

  const named = ROUTES.filter(({ path, id }) => path.includes('{') && !OF_NOBODY.includes(id));
  for (const route of [...named, ...ROUTES.filter(({ id }) => id === 'downloadGenerations')]) {
    it(`reveal nothing about another account: ${titleOf(route)}`, async () => {
      const [mine, theirs] = [await suite.customer(), await suite.customer()];
      const params = (await SAMPLES[route.id]?.prepare?.(suite, theirs)) ?? {};
      const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      for (const name of names) expect(params[name], name).to.be.a('string').that.is.not.empty;
      const none = Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          name.endsWith('id') ? unlike(value) : value,
        ]),
      );
      const browser = await person(mine);
      const answerTo = async (given: Params, at: 'key' | 'session') => {
        const body = options(route, params);
        const answer =
          at === 'key'
            ? await mine.client.refused(route.method, pathOf(route, given), body)
            : await browser.refused(route.method, appPathOf(route, given), body);
        const plain = Object.values(given).reduce(
          (text, value) => text.replaceAll(value, 'ID'),
          answer.text.replace(/req_\w+/, 'req'),
        );
        return [answer.status, plain];
      };
      await suite.leavesNothing(theirs.accountId, async () => {
        for (const at of ['key', 'session'] as const) {
          if (at === 'key' && route.entryPoint === 'app') continue;
          const seen = await answerTo(params, at);
          // Only operators see accounts, and they see all of them.
          expect(seen[0], at).to.equal(route.right === 'operate' ? 403 : 404);
          expect(seen, at).to.deep.equal(await answerTo(none, at));
        }
      });
    });
  }
});
