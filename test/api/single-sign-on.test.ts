import { expect } from 'chai';
import { removeMember } from '../../domain/accounts/remove-member.js';
import { createId } from '../../domain/contract/ids.js';
import type { InviteLinkBody } from '../../domain/contract/invite.js';
import type { OpenSessionBody } from '../../domain/contract/open-session.js';
import type { SessionBody } from '../../domain/contract/session.js';
import { Member } from '../../entities/member.js';
import { Issuer, OPEN_ID_CLIENT } from '../support/issuer.js';
import { Browser, signedIn } from '../support/person.js';
import { ApiSuite, registerSuite, type Customer } from './suite.js';

const BEGIN = '/app/api/sign-in/oidc';

describe('single sign-on', () => {
  const issuer = new Issuer();
  const suite = registerSuite(new ApiSuite(), {
    env: async () => {
      await issuer.start();
      return {
        OIDC_ISSUER: issuer.url,
        OIDC_CLIENT_ID: OPEN_ID_CLIENT.id,
        OIDC_CLIENT_SECRET: OPEN_ID_CLIENT.secret,
      };
    },
  });
  after('stops the issuer', () => issuer.stop());
  const home = () => suite.api.deps.env.publicUrl;
  let count = 0;
  const address = () => `ada${(count += 1)}-${Date.now()}@example.com`;
  const locationOf = ({ headers }: { headers: Headers }) => headers.get('location') ?? '';

  async function member({ accountId }: Customer, email: string): Promise<string> {
    const id = createId('mem');
    await suite.db.manager.insert(Member, { id, accountId, name: 'Ada', role: 'viewer', email });
    return id;
  }
  /**
   * Begins a sign-in and follows it to the issuer.
   * @returns the path of the callback to which the issuer redirects
   */
  async function visit(browser: Browser): Promise<string> {
    const begun = await browser.get(BEGIN);
    expect(begun.status, begun.text).to.equal(303);
    const passed = await fetch(locationOf(begun), { redirect: 'manual' });
    const back = new URL(locationOf(passed));
    expect(back.origin + back.pathname).to.equal(`${home()}${BEGIN}/callback`);
    return back.pathname + back.search;
  }
  async function enter(claims: object, browser = new Browser(suite.api.url)) {
    issuer.person = { ...claims };
    const answer = await browser.get(await visit(browser));
    expect(answer.status).to.equal(303);
    return { browser, place: locationOf(answer).slice(home().length) };
  }
  const verified = (email: string) => ({ email, email_verified: true });
  async function expectOut({ browser, place }: Awaited<ReturnType<typeof enter>>, why: string) {
    expect(place).to.equal(`/app/sign-in?refused=${why}`);
    expect((await browser.get('/app/api/session')).status).to.equal(401);
  }

  it('lists the available sign-in methods for the sign-in page', async () => {
    const { body } = await new Browser(suite.api.url).get('/app/api/sign-in');
    expect(body).to.deep.equal({ object: 'sign_in', passkeys: true, single_sign_on: true });
  });

  it('finds a member by the email address that the issuer has verified', async () => {
    const email = address();
    const memberId = await member(await suite.customer(), email);
    const { browser, place } = await enter(verified(email.toUpperCase()));
    expect(place).to.equal('/app');
    const { body } = await browser.get<SessionBody>('/app/api/session');
    expect([body.member?.id, body.role, body.operator]).to.deep.equal([memberId, 'viewer', false]);
    const sessions = await browser.get<{ data: OpenSessionBody[] }>('/app/api/sessions');
    expect(sessions.body.data[0]?.opened_by).to.equal('oidc');
    expect(browser.cookie).not.to.include('sign-on');
  });

  it("lets an invited person join once, with the invitation's role", async () => {
    const customer = await suite.customer();
    const email = address();
    const owner = await signedIn(suite.db, suite.api.url, customer);
    const body = { name: 'Ada', role: 'developer', email };
    const made = await owner.call<InviteLinkBody>('POST', '/app/api/invites', { body });
    const { browser, place } = await enter(verified(email));
    // Any account can invite any email address, so the owner of the address must consent before joining.
    expect(place).to.equal('/app/sign-in?choose=team');
    expect((await browser.get('/app/api/session')).status).to.equal(401);
    const members = 'SELECT 1 FROM member WHERE email = $1';
    expect(await suite.db.query(members, [email])).to.deep.equal([]);
    const path = '/app/api/sign-in/teams';
    const { body: list } = await browser.get<{ data: object[] }>(path);
    const team = { id: customer.accountId, object: 'team', name: 'test', joined: false };
    expect(list.data).to.deep.equal([team]);
    const choice = { body: { account_id: customer.accountId } };
    expect((await browser.call('POST', path, choice)).status).to.equal(201);
    const session = await browser.get<SessionBody>('/app/api/session');
    expect(session.body).to.deep.include({ role: 'developer' });
    const secret = new URL(made.body.url).hash.slice(1);
    expect((await new Browser(suite.api.url).signIn(secret)).status).to.equal(401);
    const again = await enter(verified(email));
    expect(again.place).to.equal('/app');
    const same = await again.browser.get<SessionBody>('/app/api/session');
    expect(same.body.member?.id).to.equal(session.body.member?.id);
  });

  it('asks a member of several teams to choose one, and signs in only to that team', async () => {
    const email = address();
    const [one, two, other] = [
      await suite.customer(),
      await suite.customer(),
      await suite.customer(),
    ];
    const memberId = await member(one, email);
    const owner = await signedIn(suite.db, suite.api.url, two);
    const body = { name: 'Ada', role: 'developer', email };
    expect((await owner.call('POST', '/app/api/invites', { body })).status).to.equal(201);
    const { browser, place } = await enter(verified(email));
    expect(place).to.equal('/app/sign-in?choose=team');
    expect((await browser.get('/app/api/session')).status).to.equal(401);
    const path = '/app/api/sign-in/teams';
    const { body: list } = await browser.get<{ data: { id: string }[] }>(path);
    const ids = [one.accountId, two.accountId];
    expect(list.data.map(({ id }) => id)).to.have.members(ids);
    const choose = (id: string, who = browser) =>
      who.refused('POST', path, { body: { account_id: id } });
    expect((await choose(other.accountId)).status).to.equal(401);
    expect((await choose(one.accountId, browser.from('cross-site'))).status).to.equal(403);
    expect((await choose(one.accountId)).status).to.equal(201);
    const { body: session } = await browser.get<SessionBody>('/app/api/session');
    expect(session.member?.id).to.equal(memberId);
    expect((await choose(two.accountId)).status).to.equal(401);

    const again = await enter(verified(email));
    expect((await choose(two.accountId, again.browser)).status).to.equal(201);
    const joined = await again.browser.get<SessionBody>('/app/api/session');
    expect([joined.body.account.id, joined.body.role]).to.deep.equal([two.accountId, 'developer']);
  });

  it('returns the same response for a team choice that is forged, expired or not offered', async () => {
    const { accountId } = await suite.customer();
    const email = address();
    await member({ accountId } as Customer, email);
    const seal = (until: number, owner = 'verified e-mail address') =>
      suite.api.deps.vault.seal(JSON.stringify({ email, until }), owner);
    const later = Date.now() + 60_000;
    const seen = new Set<string>();
    const bad = ['', 'sealed.x.y', seal(later, 'another'), seal(Date.now() - 1)];
    const body = { account_id: accountId };
    const send = (value: string) =>
      Browser.with(suite.api.url, `verified=${value}`).refused('POST', '/app/api/sign-in/teams', {
        body,
      });
    for (const value of bad) {
      const answer = await send(value);
      expect(answer.status).to.equal(401);
      seen.add(answer.text.replace(/req_[0-9a-f]{32}/, 'req'));
    }
    expect([...seen]).to.have.length(1);
    expect((await send(seal(later))).status).to.equal(201);
  });

  it("returns the same response for an unverified, an unknown and a former member's address", async () => {
    const [email, left] = [address(), address()];
    const customer = await suite.customer();
    await member(customer, email);
    const gone = await member(customer, left);
    await suite.db.transaction((tx) => removeMember(tx, gone));
    const cases = [
      { email },
      { email, email_verified: false },
      { email, email_verified: 'true' },
      { email_verified: true },
      verified(address()),
      verified(left),
    ];
    for (const claims of cases) await expectOut(await enter(claims), 'unknown');
  });

  it('accepts a verified email address that appears only in the userinfo response', async () => {
    const email = address();
    await member(await suite.customer(), email);
    issuer.fromUserinfo = verified(email);
    expect((await enter({})).place).to.equal('/app');
    issuer.fromUserinfo = null;
  });

  it('accepts a callback once, only in the browser that started the sign-in', async () => {
    const email = address();
    await member(await suite.customer(), email);
    issuer.person = verified(email);
    const [mine, other] = [new Browser(suite.api.url), new Browser(suite.api.url)];
    const path = await visit(mine);
    const refused = `${home()}/app/sign-in?refused=failed`;
    expect(locationOf(await other.get(path))).to.equal(refused);
    await visit(other);
    expect(locationOf(await other.get(path))).to.equal(refused);
    expect(locationOf(await mine.get(path))).to.equal(`${home()}/app`);
    expect(locationOf(await mine.get(path))).to.equal(refused);
  });

  it('rejects a token that the issuer did not create for this sign-in', async () => {
    const email = address();
    await member(await suite.customer(), email);
    const wrong = [
      { nonce: 'another' },
      { aud: 'another client' },
      { iss: 'https://evil.example' },
      { exp: 1 },
    ];
    for (const change of wrong) {
      issuer.forge = (claims) => ({ ...claims, ...change });
      await expectOut(await enter(verified(email)), 'failed');
    }
    issuer.forge = (claims) => claims;
    const genuine = issuer.signingKey;
    issuer.signingKey = Issuer.strangeKey();
    await expectOut(await enter(verified(email)), 'failed');
    issuer.signingKey = genuine;
    expect((await enter(verified(email))).place).to.equal('/app');
  });

  it('returns to the sign-in page when the person cancels at the issuer', async () => {
    const browser = new Browser(suite.api.url);
    const path = new URL(await visit(browser), home());
    const state = path.searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state });
    const answer = await browser.get(`${path.pathname}?${query.toString()}`);
    expect(locationOf(answer)).to.equal(`${home()}/app/sign-in?refused=failed`);
  });
});
