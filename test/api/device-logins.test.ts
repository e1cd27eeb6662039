import { expect } from 'chai';
import { addMember } from '../../domain/accounts/add-member.js';
import { removeMember } from '../../domain/accounts/remove-member.js';
import { resumeAccount, suspendAccount } from '../../domain/accounts/suspend-account.js';
import type { Role } from '../../domain/catalogue/roles.js';
import type { AccountBody } from '../../domain/contract/account.js';
import { createId } from '../../domain/contract/ids.js';
import type { KeyBody } from '../../domain/contract/key.js';
import { pruneDeviceLogins } from '../../domain/identity/prune-device-logins.js';
import { createSecret } from '../../domain/identity/session-secrets.js';
import { OPEN_OF_NETWORK_MAX, startDeviceLogin } from '../../domain/identity/start-device-login.js';
import { signedIn } from '../support/person.js';
import { DeviceProgram } from './device-logins-rig.js';
import { apiSuite, type Customer } from './suite.js';

describe('a device login', () => {
  const suite = apiSuite();
  const owner = ({ accountId }: Customer) => signedIn(suite.db, suite.api.url, { accountId });
  const start = () => DeviceProgram.start(suite);
  const keysOf = async ({ accountId }: Customer): Promise<string[]> => {
    const active = 'SELECT name FROM api_key WHERE account_id = $1 AND revoked_at IS NULL';
    const rows: { name: string }[] = await suite.db.query(`${active} AND door = 'v1'`, [accountId]);
    return rows.map(({ name }) => name);
  };
  async function join({ accountId }: Customer, role: Role) {
    const memberId = createId('mem');
    await addMember(suite.db.manager, { id: memberId, accountId, name: 'Ada', role });
    return { memberId, browser: await signedIn(suite.db, suite.api.url, { accountId, memberId }) };
  }

  it("gives a program a key after a person's approval, and lists it like any key", async () => {
    const customer = await suite.customer();
    const browser = await owner(customer);
    const program = await start();
    const { started } = program;
    expect(started.user_code).to.match(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(started).to.include({
      verification_url: `${suite.api.deps.env.publicUrl}/app/device`,
      verification_url_complete: `${suite.api.deps.env.publicUrl}/app/device?code=${started.user_code}`,
      expires_in: 600,
      interval: 2,
    });
    expect((await program.claim()).status).to.equal('pending');

    const typed = started.user_code.toLowerCase().replace('-', '%20');
    const seen = await browser.get<object>(`/app/api/device-logins/${typed}`);
    expect(seen.body).to.include({
      user_code: started.user_code,
      client_name: 'laptop',
      network: '127.0.0.1',
      is_own_network: true,
    });
    expect((await program.claim()).status, 'after a visit of the page').to.equal('pending');

    const { key_id: keyId } = await program.allow(browser);
    const claimed = await program.claim();
    expect(claimed).to.include({
      status: 'approved',
      key_id: keyId,
      account_id: customer.accountId,
    });
    const account = await suite.client(claimed.api_key ?? '').get('/v1/account');
    expect(account.status, account.text).to.equal(200);
    const keys = await browser.get<{ data: KeyBody[] }>('/app/api/keys');
    const key = keys.body.data.find(({ id }) => id === keyId);
    expect([key?.name, key?.scopes]).to.deep.equal(['Command line (laptop)', ['read', 'generate']]);
    const audit = await browser.get<{ data: { action: string; target: string }[] }>(
      '/app/api/audit',
    );
    const entry = audit.body.data.find(({ target }) => target === keyId);
    expect(entry?.action).to.equal('key.created');
  });

  it('creates the key with the scopes and the cap that the person chose', async () => {
    const customer = await suite.customer();
    const program = await start();
    await program.allow(await owner(customer), { scopes: ['read'], monthly_credit_cap: 5 });
    const { api_key: key = '' } = await program.claim();
    const refused = await suite.client(key).image({ prompt: 'a red fox' });
    expect(refused.status).to.equal(403);
    const account = await suite.client(key).get<AccountBody>('/v1/account');
    expect(account.body.key).to.deep.include({ scopes: ['read'], monthly_credit_cap: 5 });
  });

  it('delivers the key once, and repeats it for a minute if the client lost the response', async () => {
    const customer = await suite.customer();
    const program = await start();
    await program.allow(await owner(customer));
    const both = await Promise.all([program.claimAgain(), program.claimAgain()]);
    expect(both.map(({ status }) => status).toSorted()).to.deep.equal([200, 429]);
    expect(both.find(({ status }) => status === 429)?.headers.get('retry-after')).to.equal('2');
    const first = both.find(({ status }) => status === 200)?.body;
    expect(await program.claim()).to.deep.equal(first);
    await program.change("expires_at = expires_at - interval '1 minute'");
    expect(await program.claim()).to.deep.equal({
      object: 'device_login_claim',
      status: 'expired',
    });
    await pruneDeviceLogins(suite.db);
    expect(await program.stored()).to.equal(undefined);
    expect((await suite.client(first?.api_key ?? '').get('/v1/account')).status).to.equal(200);
  });

  it('stores neither code nor key in clear text', async () => {
    const program = await start();
    const { key_id: keyId } = await program.allow(await owner(await suite.customer()));
    const stored = JSON.stringify(await program.stored());
    const { api_key: key = '' } = await program.claim();
    expect(stored).to.include(keyId).and.to.include('sealed.');
    for (const secret of [program.started.device_code, program.started.user_code, key]) {
      expect(stored).not.to.include(secret);
    }
  });

  it('reports a denial to the program, and does not create a key', async () => {
    const customer = await suite.customer();
    const browser = await owner(customer);
    const program = await start();
    const before = await keysOf(customer);
    const denied = await browser.call('POST', program.path, { body: { allow: false } });
    expect([denied.status, denied.body]).to.deep.equal([
      200,
      { object: 'device_login_answer', key_id: null },
    ]);
    expect((await program.claim()).status).to.equal('denied');
    const late = await browser.refused('POST', program.path, { body: { allow: true } });
    expect(late.status).to.equal(409);
    expect((await browser.get(program.path)).status).to.equal(409);
    expect(await keysOf(customer)).to.deep.equal(before);
  });

  it('expires for the program and for people', async () => {
    const browser = await owner(await suite.customer());
    const program = await start();
    await program.change("expires_at = now() - interval '1 second'");
    expect((await program.claim()).status).to.equal('expired');
    expect((await browser.get(program.path)).status).to.equal(404);
    const late = await browser.refused('POST', program.path, { body: { allow: true } });
    expect(late.status).to.equal(404);
  });

  it('leaves the program a minute for its claim, even if it is allowed in the last second', async () => {
    const program = await start();
    await program.change("expires_at = now() + interval '5 seconds'");
    await program.allow(await owner(await suite.customer()));
    await program.change("expires_at = expires_at - interval '10 seconds'");
    expect((await program.claim()).status).to.equal('approved');
  });

  it('revokes a key that the program has not claimed', async () => {
    const customer = await suite.customer();
    const program = await start();
    await program.allow(await owner(customer));
    expect(await keysOf(customer)).to.include('Command line (laptop)');
    await program.change("expires_at = now() - interval '1 second'");
    await pruneDeviceLogins(suite.db);
    expect(await keysOf(customer)).not.to.include('Command line (laptop)');
  });

  it('accepts only one of two concurrent answers', async () => {
    const [one, other] = [await suite.customer(), await suite.customer()];
    const program = await start();
    const browsers = [await owner(one), await owner(other)];
    const body = { allow: true };
    const answers = await Promise.all(
      browsers.map((browser) => browser.call<object>('POST', program.path, { body })),
    );
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 409]);
    const winner = answers[0]?.status === 200 ? one : other;
    const loser = winner === one ? other : one;
    expect(await program.claim()).to.include({
      status: 'approved',
      account_id: winner.accountId,
    });
    expect(await keysOf(winner)).to.include('Command line (laptop)');
    expect(await keysOf(loser)).not.to.include('Command line (laptop)');
  });

  it('refuses an answer from another site, from a viewer and beyond the limit of keys', async () => {
    const customer = await suite.customer({ plan: 'free', raised: { api_keys: 1 } });
    const program = await start();
    const browser = await owner(customer);
    const body = { allow: true };
    const foreign = await browser.from('cross-site').refused('POST', program.path, { body });
    expect(foreign.status).to.equal(403);
    const viewer = (await join(customer, 'viewer')).browser;
    expect((await viewer.refused('POST', program.path, { body })).status).to.equal(403);
    expect((await viewer.get(program.path)).status).to.equal(403);
    const full = await browser.refused('POST', program.path, { body });
    expect([full.status, full.body.error.code]).to.deep.equal([403, 'LIMIT_REACHED']);
    expect((await program.claim()).status).to.equal('pending');
  });

  for (const [change, end] of [
    ['is demoted', "UPDATE member SET role = 'viewer' WHERE id = $1"],
    ['is removed', null],
  ] as const) {
    it(`is denied if the person ${change} between answer and claim`, async () => {
      const customer = await suite.customer();
      const { memberId, browser } = await join(customer, 'developer');
      const program = await start();
      await program.allow(browser);
      if (end) await suite.db.query(end, [memberId]);
      else await suite.db.transaction((tx) => removeMember(tx, memberId));
      expect(await program.claim()).to.deep.equal({
        object: 'device_login_claim',
        status: 'denied',
      });
      await suite.db.query("UPDATE member SET role = 'developer' WHERE id = $1", [memberId]);
      expect((await program.claim()).status, 'after a promotion').to.equal('denied');
      await program.change("expires_at = now() - interval '1 second'");
      await pruneDeviceLogins(suite.db);
      expect(await keysOf(customer)).not.to.include('Command line (laptop)');
    });
  }

  it('is denied if the account is suspended, or the key is revoked, before the claim', async () => {
    const customer = await suite.customer();
    const browser = await owner(customer);
    const [suspended, revoked] = [await start(), await start()];
    await suspended.allow(browser);
    const { key_id: keyId } = await revoked.allow(browser);
    expect((await browser.call('DELETE', `/app/api/keys/${keyId}`)).status).to.equal(200);
    expect((await revoked.claim()).status).to.equal('denied');
    await suspendAccount(suite.db.manager, customer.accountId);
    expect((await suspended.claim()).status).to.equal('denied');
    const open = await start();
    const refused = await browser.refused('POST', open.path, { body: { allow: true } });
    expect(refused.body.error.code).to.equal('ACCOUNT_SUSPENDED');
    await resumeAccount(suite.db.manager, customer.accountId);
  });

  it('reports an unknown device code as expired', async () => {
    const client = suite.client(null);
    for (const code of [createSecret(), 'x', '']) {
      const body = { device_code: code };
      const answer = await client.call('POST', '/v1/device-logins/claim', { body, idem: null });
      const expired = { object: 'device_login_claim', status: 'expired' };
      expect([answer.status, answer.body]).to.deep.equal([200, expired]);
    }
  });

  it('refuses names that could hide or reorder text, and other methods', async () => {
    const client = suite.client(null);
    for (const name of ['', ' ', 'a\nb', 'a\u202eb', 'a\u200bb', 'x'.repeat(61), 7]) {
      const body = { client_name: name };
      const refused = await client.refused('POST', '/v1/device-logins', { body });
      expect(refused.status, JSON.stringify(name)).to.equal(400);
      expect(refused.body.error.message).to.include('body.client_name');
    }
    const wrong = await client.refused('GET', '/v1/device-logins/claim');
    expect([wrong.status, wrong.headers.get('allow')]).to.deep.equal([405, 'POST']);
  });

  it('limits how many codes a person can try', async () => {
    const customer = await suite.customer();
    const guesser = await owner(customer);
    const program = await start();
    const statuses = new Set<number>();
    for (let tries = 0; tries < 30; tries += 1) {
      statuses.add((await guesser.get(`/app/api/device-logins/BBBB-BBB${tries}`)).status);
    }
    expect([...statuses]).to.deep.equal([404]);
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: { allow: true } } : {};
      const refused = await guesser.refused(method, program.path, body);
      expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '60']);
    }
    const other = await (await owner(await suite.customer())).get(program.path);
    expect(other.status, other.text).to.equal(200);
  });

  it('limits the open logins of a network, without affecting other networks', async () => {
    const { deps } = suite.api;
    const network = '192.0.2.7';
    for (let count = 0; count < OPEN_OF_NETWORK_MAX; count += 1) {
      await startDeviceLogin(deps, 'laptop', network);
    }
    const refused = await startDeviceLogin(deps, 'laptop', network).catch((error: Error) => error);
    expect(refused).to.include({ code: 'RATE_LIMITED' });
    expect(await startDeviceLogin(deps, 'laptop', '192.0.2.8')).to.have.property('user_code');
    const end = 'UPDATE device_login SET expires_at = now() WHERE network = $1';
    await suite.db.query(end, [network]);
    expect(await startDeviceLogin(deps, 'laptop', network)).to.have.property('user_code');
  });
});
