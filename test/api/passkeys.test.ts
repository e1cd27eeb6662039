import { expect } from 'chai';
import { addMember } from '../../domain/accounts/add-member.js';
import { removeMember } from '../../domain/accounts/remove-member.js';
import type { AuditEntryBody } from '../../domain/contract/audit.js';
import { createId } from '../../domain/contract/ids.js';
import type { PasskeyBody, PasskeyOptionsBody } from '../../domain/contract/passkey.js';
import type { SessionBody } from '../../domain/contract/session.js';
import { Authenticator } from '../support/authenticator.js';
import { Browser, signedIn } from '../support/person.js';
import { apiSuite, type Customer } from './suite.js';

interface List<T> {
  readonly data: T[];
}

describe('passkeys', () => {
  const suite = apiSuite();
  const person = ({ accountId }: Customer, memberId: string | null = null) =>
    signedIn(suite.db, suite.api.url, { accountId, memberId });
  const device = (flags?: number) =>
    new Authenticator(new URL(suite.api.deps.env.publicUrl).origin, flags);
  async function ask(browser: Browser, path = '/app/api/passkeys/options') {
    const asked = await browser.call<PasskeyOptionsBody>('POST', path);
    expect(asked.status, asked.text).to.equal(200);
    return asked.body.options;
  }
  const offer = (browser: Browser, credential: object, name = 'Laptop') =>
    browser.refused('POST', '/app/api/passkeys', { body: { name, credential } });
  async function add(browser: Browser, key = device(), name = 'Laptop') {
    const body = { name, credential: key.create(await ask(browser)) };
    const made = await browser.call<PasskeyBody>('POST', '/app/api/passkeys', { body });
    expect(made.status, made.text).to.equal(201);
    return { key, ...made.body };
  }
  const signature = (browser: Browser) => ask(browser, '/app/api/session/passkey-options');
  const send = (browser: Browser, credential: object) =>
    browser.refused('POST', '/app/api/session/passkey', { body: { credential } });
  const enter = async (key: Authenticator, browser = new Browser(suite.api.url)) => ({
    browser,
    answer: await send(browser, key.get(await signature(browser))),
  });
  const plain = (text: string) => text.replace(/req_[0-9a-f]{32}/, 'req_…');

  it('sign in without a link once they have been added in a session', async () => {
    const customer = await suite.customer();
    const { key, id, ...made } = await add(await person(customer));
    expect(made).to.deep.include({ object: 'passkey', name: 'Laptop', last_used_at: null });
    const { browser, answer } = await enter(key);
    expect(answer.status, answer.text).to.equal(201);
    const { body } = await browser.get<SessionBody>('/app/api/session');
    expect(body).to.deep.include({ role: 'owner', operator: false, member: null });
    expect(body.account.id).to.equal(customer.accountId);
    const list = await browser.get<List<PasskeyBody>>('/app/api/passkeys');
    expect(list.body.data.map((row) => row.id)).to.deep.equal([id]);
    expect(list.body.data[0]?.last_used_at).to.be.a('number');
    const audit = await browser.get<List<AuditEntryBody>>('/app/api/audit');
    const [opened, added] = audit.body.data;
    expect([opened?.action, opened?.details]).to.deep.equal(['session.opened', { by: 'passkey' }]);
    expect([added?.action, added?.target]).to.deep.equal(['passkey.added', id]);
  });

  it('can be renamed, and no longer sign in once removed', async () => {
    const browser = await person(await suite.customer());
    const { key, id } = await add(browser);
    const path = `/app/api/passkeys/${id}`;
    const renamed = await browser.call<PasskeyBody>('PATCH', path, { body: { name: 'Phone' } });
    expect(renamed.body.name, renamed.text).to.equal('Phone');
    expect((await browser.call('DELETE', path)).status).to.equal(200);
    expect((await enter(key)).answer.status).to.equal(401);
    expect((await browser.refused('DELETE', path)).status).to.equal(404);
  });

  it('can use a challenge only once, within 5 minutes, in the session that requested it', async () => {
    const customer = await suite.customer();
    const [browser, other] = [await person(customer), await person(customer)];
    const options = await ask(browser);
    expect((await offer(other, device().create(options))).status).to.equal(409);
    expect((await offer(browser, device().create(options))).status).to.equal(201);
    expect((await offer(browser, device().create(options))).status).to.equal(409);
    const late = await ask(browser);
    await suite.db.query('UPDATE passkey_challenge SET expires_at = now()');
    expect((await offer(browser, device().create(late))).status).to.equal(409);
    const toSignIn = await signature(browser);
    expect((await offer(browser, device().create(toSignIn))).status).to.equal(409);
  });

  it('use up their challenge even with a wrong response', async () => {
    const browser = await person(await suite.customer());
    const { key } = await add(browser);
    const stranger = new Browser(suite.api.url);
    const options = await signature(stranger);
    const good = key.get(options);
    const response = { ...good.response, signature: device().get(options).response.signature };
    expect((await send(stranger, { ...good, response })).status).to.equal(401);
    expect((await send(stranger, good)).status).to.equal(401);
  });

  it('sign in once when several responses to one challenge race', async () => {
    const { key } = await add(await person(await suite.customer()));
    const good = key.get(await signature(new Browser(suite.api.url)));
    const tries = Array.from({ length: 5 }, () => send(new Browser(suite.api.url), good));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).toSorted();
    expect(statuses).to.deep.equal([201, 401, 401, 401, 401]);
  });

  it('are refused in the same way for another site, device or person', async () => {
    const customer = await suite.customer();
    const browser = await person(customer);
    const { key } = await add(browser);
    const seen = new Set<string>();
    const stranger = new Browser(suite.api.url);
    const elsewhere = Object.assign(Object.create(key), { origin: 'https://evil.example' });
    const careless = Object.assign(Object.create(key), { flags: 0x01 });
    for (const who of [elsewhere, careless, device()] as Authenticator[]) {
      const answer = await send(stranger, who.get(await signature(stranger)));
      expect(answer.status, answer.text).to.equal(401);
      expect(answer.headers.get('set-cookie')).to.equal(null);
      seen.add(plain(answer.text));
    }
    const junk = { id: 'AAAA', type: 'public-key' };
    const response = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
    seen.add(plain((await send(stranger, { ...junk, response })).text));
    expect([...seen]).to.have.length(1);
    const foreign = stranger.from('cross-site');
    expect((await send(foreign, key.get(await signature(stranger)))).status).to.equal(403);
    const asked = foreign.refused('POST', '/app/api/session/passkey-options');
    expect((await asked).status).to.equal(403);
  });

  it('are refused when the signature counter does not grow, which indicates a copied device', async () => {
    const { key } = await add(await person(await suite.customer()));
    key.counter = 5;
    expect((await enter(key)).answer.status).to.equal(201);
    expect((await enter(key)).answer.status).to.equal(401);
    key.counter = 6;
    expect((await enter(key)).answer.status).to.equal(201);
  });

  it('are stored once, and only if the device verified the user', async () => {
    const [browser, other] = [
      await person(await suite.customer()),
      await person(await suite.customer()),
    ];
    const { key } = await add(browser);
    expect((await offer(other, key.create(await ask(other)))).status).to.equal(409);
    expect((await offer(other, device(0x01).create(await ask(other)))).status).to.equal(409);
  });

  it('are managed only by their own member, and stop working when that member is removed', async () => {
    const customer = await suite.customer();
    const memberId = createId('mem');
    const { accountId } = customer;
    await addMember(suite.db.manager, { id: memberId, accountId, name: 'Ada', role: 'viewer' });
    const [owner, viewer] = [await person(customer), await person(customer, memberId)];
    const { id, key } = await add(viewer);
    const list = await owner.get<List<PasskeyBody>>('/app/api/passkeys');
    expect(list.body.data).to.deep.equal([]);
    expect((await owner.refused('DELETE', `/app/api/passkeys/${id}`)).status).to.equal(404);
    const { browser } = await enter(key);
    const { body } = await browser.get<SessionBody>('/app/api/session');
    expect([body.member?.id, body.role]).to.deep.equal([memberId, 'viewer']);
    await suite.db.transaction((tx) => removeMember(tx, memberId));
    expect((await enter(key)).answer.status).to.equal(401);
    expect((await browser.get('/app/api/session')).status).to.equal(401);
  });
});
