import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { addMember } from '../../domain/accounts/add-member.js';
import { removeMember } from '../../domain/accounts/remove-member.js';
import { suspendAccount } from '../../domain/accounts/suspend-account.js';
import type { Role } from '../../domain/catalogue/roles.js';
import type { AccountBody } from '../../domain/contract/account.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { createId } from '../../domain/contract/ids.js';
import type { SessionBody } from '../../domain/contract/session.js';
import { createSecret } from '../../domain/identity/session-secrets.js';
import { Browser, newLink, signedIn } from '../support/person.js';
import { apiSuite, type Customer } from './suite.js';

describe('dashboard sessions', () => {
  const suite = apiSuite();
  const person = (customer: Customer, more: { memberId?: string; operator?: boolean } = {}) =>
    signedIn(suite.db, suite.api.url, { accountId: customer.accountId, ...more });
  async function member({ accountId }: Customer, role: Role): Promise<string> {
    const id = createId('mem');
    await addMember(suite.db.manager, { id, accountId, name: 'Ada', role });
    return id;
  }
  const image = (browser: Browser, idem = randomUUID()) =>
    browser.call<GenerationBody>('POST', '/app/api/images', {
      body: { prompt: 'a red fox' },
      idem,
    });

  it('start with a link, and their cookie allows everything that a key allows', async () => {
    const customer = await suite.customer();
    const browser = await person(customer);
    const { status, body } = await browser.get<SessionBody>('/app/api/session');
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      object: 'session',
      account: { id: customer.accountId, plan: 'agency' },
      member: null,
      role: 'owner',
      operator: false,
      temporal_ui_url: null,
      passkeys_possible: true,
    });
    const idem = randomUUID();
    const made = await image(browser, idem);
    expect(made.status, made.text).to.equal(202);
    expect((await image(browser, idem)).body.id).to.equal(made.body.id);
    const seen = await customer.client.get(`/v1/generations/${made.body.id}`);
    expect(seen.status).to.equal(200);
    const account = await browser.get<AccountBody>('/app/api/account');
    expect(account.body.credits.total).to.equal(998);
    expect(account.body.key.prefix).to.equal('dashboard');
  });

  it('hide the cookie from scripts and other sites, and store only its hash', async () => {
    const { accountId } = await suite.customer();
    const browser = new Browser(suite.api.url);
    const answer = await browser.signIn(await newLink(suite.db, { accountId }));
    const line = answer.headers.get('set-cookie') ?? '';
    expect(line).to.match(/^session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    const token = browser.cookie.slice('session='.length);
    const sql = 'SELECT s::text AS row FROM session s WHERE account_id = $1';
    const [{ row }] = await suite.db.query(sql, [accountId]);
    expect(row).not.to.include(token);
    expect(answer.text).not.to.include(token);
  });

  it('end after a day for an operator, even if the cookie is renewed', async () => {
    const { accountId } = await suite.customer();
    const browser = new Browser(suite.api.url);
    const secret = await newLink(suite.db, { accountId, operator: true });
    const opened = (await browser.signIn(secret)).headers.get('set-cookie');
    expect(opened).to.include('Max-Age=86400;');
    const quiet = `UPDATE session SET last_seen_at = now() - interval '1 hour'
      WHERE account_id = $1`;
    await suite.db.query(quiet, [accountId]);
    const renewed = (await browser.get('/app/api/session')).headers.get('set-cookie');
    expect(renewed).to.include('Max-Age=86400;');
    const sql = `SELECT expires_at < now() + interval '25 hours' AS short FROM session
      WHERE account_id = $1`;
    expect(await suite.db.query(sql, [accountId])).to.deep.equal([{ short: true }]);
  });

  it('start only once per link, even under concurrent requests', async () => {
    const { accountId } = await suite.customer();
    const secret = await newLink(suite.db, { accountId });
    const tries = Array.from({ length: 6 }, () => new Browser(suite.api.url).signIn(secret));
    const answers = await Promise.all(tries);
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([
      201, 401, 401, 401, 401, 401,
    ]);
  });

  it('are refused in the same way for a link that is used, expired, malformed or invented', async () => {
    const customer = await suite.customer();
    const { accountId } = customer;
    const used = await newLink(suite.db, { accountId });
    await new Browser(suite.api.url).signIn(used);
    const expired = await newLink(suite.db, { accountId });
    await suite.db.query(
      'UPDATE sign_in_link SET expires_at = now() WHERE account_id = $1 AND used_at IS NULL',
      [accountId],
    );
    const memberId = await member(customer, 'developer');
    const removed = await newLink(suite.db, { accountId, memberId });
    await suite.db.transaction((tx) => removeMember(tx, memberId));
    const seen = new Set<string>();
    for (const secret of [used, expired, removed, createSecret(), 'x', customer.apiKey]) {
      const answer = await new Browser(suite.api.url).signIn(secret);
      expect(answer.status).to.equal(401);
      expect(answer.headers.get('set-cookie')).to.equal(null);
      seen.add(answer.text.replace(/req_[0-9a-f]{32}/, 'req_…'));
    }
    expect([...seen]).to.have.length(1);
  });

  it('are refused at API key routes, just as API keys are refused at session routes', async () => {
    const customer = await suite.customer();
    const browser = await person(customer);
    for (const path of ['/v1/account', `/v1/generations/${createId('gen')}`]) {
      expect((await browser.refused('GET', path)).status).to.equal(401);
    }
    const keyed = await customer.client.refused('GET', '/app/api/account');
    expect([keyed.status, keyed.body.error.code]).to.deep.equal([401, 'UNAUTHORIZED']);
    const posted = await customer.client.refused('POST', '/app/api/images', {
      body: { prompt: 'a red fox' },
      headers: { 'Sec-Fetch-Site': 'none' },
    });
    expect(posted.status).to.equal(401);
    expect((await customer.client.refused('GET', '/v1/session')).status).to.equal(404);
  });

  it('are refused in the same way when missing, forged, expired or ended', async () => {
    const customer = await suite.customer();
    const [expired, ended] = [await person(customer), await person(customer)];
    const keep = ended.cookie;
    const gone = await ended.call('DELETE', '/app/api/session', { idem: null });
    expect(gone.status, gone.text).to.equal(200);
    expect(ended.cookie).to.equal('');
    await suite.db.query('UPDATE session SET expires_at = now() WHERE account_id = $1', [
      customer.accountId,
    ]);
    const seen = new Set<string>();
    const forged = [`session=${createSecret()}`, 'session=x', `session=${customer.apiKey}`];
    for (const Cookie of ['', keep, expired.cookie, ...forged]) {
      const answer = await new Browser(suite.api.url).refused('GET', '/app/api/session', {
        headers: { Cookie },
      });
      expect(answer.status, Cookie).to.equal(401);
      seen.add(answer.text.replace(/req_[0-9a-f]{32}/, 'req_…'));
    }
    expect([...seen]).to.have.length(1);
  });

  it('ignore requests from another site that carry the cookie', async () => {
    const customer = await suite.customer();
    const browser = await person(customer);
    const body = { prompt: 'a red fox' };
    const origin = new URL(suite.api.deps.env.publicUrl).origin;
    const cases: [string | null, Record<string, string>, number][] = [
      ['cross-site', {}, 403],
      ['same-site', {}, 403],
      ['cross-site', { Origin: origin }, 403],
      [null, {}, 403],
      [null, { Origin: 'null' }, 403],
      [null, { Origin: 'https://evil.example' }, 403],
      [null, { Origin: `${origin}.evil.example` }, 403],
      [null, { Origin: origin }, 202],
      ['none', {}, 202],
      ['same-origin', {}, 202],
    ];
    for (const [site, headers, status] of cases) {
      const send = () => browser.from(site).refused('POST', '/app/api/images', { body, headers });
      const answer = await (status === 403
        ? suite.leavesNothing(customer.accountId, send)
        : send());
      expect(answer.status, `${site} ${JSON.stringify(headers)} ${answer.text}`).to.equal(status);
    }
    const secret = await newLink(suite.db, customer);
    expect((await browser.from('cross-site').signIn(secret)).status).to.equal(403);
    const out = await browser.from('cross-site').refused('DELETE', '/app/api/session');
    expect(out.status).to.equal(403);
    expect((await browser.get('/app/api/session')).status).to.equal(200);
  });

  it('let a viewer read, but not change anything', async () => {
    const customer = await suite.customer();
    const id = await suite.queued(customer);
    const browser = await person(customer, { memberId: await member(customer, 'viewer') });
    expect((await browser.get(`/app/api/generations/${id}`)).status).to.equal(200);
    const writes: [string, string, object?][] = [
      ['POST', '/app/api/images', { prompt: 'a red fox' }],
      ['POST', `/app/api/generations/${id}/cancel`],
      ['DELETE', `/app/api/generations/${id}`],
      ['POST', '/app/api/webhooks', { url: 'https://example.com' }],
    ];
    await suite.leavesNothing(customer.accountId, async () => {
      for (const [method, path, body] of writes) {
        const answer = await browser.refused(method, path, { ...(body && { body }) });
        expect([answer.status, answer.body.error.code], path).to.deep.equal([403, 'FORBIDDEN']);
        expect(answer.body.error.details).to.include({ role: 'viewer' });
      }
    });
  });

  it('apply a changed role from the next request on', async () => {
    const customer = await suite.customer();
    const memberId = await member(customer, 'developer');
    const browser = await person(customer, { memberId });
    expect((await image(browser)).status).to.equal(202);
    await suite.db.query(`UPDATE member SET role = 'viewer' WHERE id = $1`, [memberId]);
    expect((await image(browser)).status).to.equal(403);
  });

  it('end at the next request of a removed member, whose generations are kept', async () => {
    const customer = await suite.customer();
    const memberId = await member(customer, 'developer');
    const browser = await person(customer, { memberId });
    const made = await image(browser);
    expect(made.status, made.text).to.equal(202);
    await suite.db.transaction((tx) => removeMember(tx, memberId));
    expect((await browser.get('/app/api/session')).status).to.equal(401);
    expect((await image(browser)).status).to.equal(401);
    expect((await customer.client.get(`/v1/generations/${made.body.id}`)).status).to.equal(200);
  });

  it("return the same response for another account's id as for an unknown id", async () => {
    const [mine, other] = [await suite.customer(), await suite.customer()];
    const id = await suite.queued(other);
    const browser = await person(mine);
    const respond = async (asked: string) => {
      const answer = await browser.refused('GET', `/app/api/generations/${asked}`);
      return [answer.status, answer.text.replaceAll(asked, 'ID').replace(/req_\w+/, 'req')];
    };
    expect(await respond(id)).to.deep.equal(await respond(createId('gen')));
  });

  it('report ACCOUNT_SUSPENDED for a suspended account, whose members can still sign out', async () => {
    const customer = await suite.customer();
    const browser = await person(customer);
    await suspendAccount(suite.db.manager, customer.accountId);
    const answer = await browser.refused('GET', '/app/api/account');
    expect([answer.status, answer.body.error.code]).to.deep.equal([403, 'ACCOUNT_SUSPENDED']);
    expect((await browser.call('DELETE', '/app/api/session', { idem: null })).status).to.equal(200);
  });

  it('are extended while they are used, and renew the cookie', async () => {
    const customer = await suite.customer();
    const browser = await person(customer);
    expect((await browser.get('/app/api/session')).headers.get('set-cookie')).to.equal(null);
    await suite.db.query(
      `UPDATE session SET last_seen_at = now() - interval '1 hour',
         expires_at = now() + interval '1 hour' WHERE account_id = $1`,
      [customer.accountId],
    );
    const renewed = await browser.get('/app/api/session');
    expect(renewed.headers.get('set-cookie')).to.include('Max-Age=2592000');
    const sql = `SELECT expires_at > now() + interval '29 days' AS long FROM session
      WHERE account_id = $1`;
    expect(await suite.db.query(sql, [customer.accountId])).to.deep.equal([{ long: true }]);
  });
});
