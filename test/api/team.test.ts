import { expect } from 'chai';
import type { AccountBody } from '../../domain/contract/account.js';
import { createId } from '../../domain/contract/ids.js';
import type { AuditEntryBody } from '../../domain/contract/audit.js';
import type { InviteBody, InviteLinkBody } from '../../domain/contract/invite.js';
import type { KeyBody, KeySecretBody } from '../../domain/contract/key.js';
import type {
  ChangedMemberBody,
  MemberBody,
  RemovedMemberBody,
} from '../../domain/contract/member.js';
import type { OpenSessionBody } from '../../domain/contract/open-session.js';
import type { Role } from '../../domain/catalogue/roles.js';
import { SCOPES } from '../../domain/catalogue/scopes.js';
import type { UploadBoxBody } from '../../domain/contract/upload-box.js';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import type { SessionBody } from '../../domain/contract/session.js';
import { squareUrl } from '../support/data-url.js';
import { Browser, signedIn } from '../support/person.js';
import { apiSuite, type Customer } from './suite.js';

interface List<T> {
  data: T[];
  next_cursor: string | null;
}

describe('team routes', () => {
  const suite = apiSuite();
  const owner = ({ accountId }: Customer) => signedIn(suite.db, suite.api.url, { accountId });
  const secretOf = (url: string) => url.split('#')[1] ?? '';

  async function invite(browser: Browser, role: Role, more: object = {}): Promise<InviteLinkBody> {
    const body = { name: 'Ada', role, ...more };
    const answer = await browser.call<InviteLinkBody>('POST', '/app/api/invites', { body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body;
  }

  /** Invites a person, who joins the team. @returns the browser and the id of the member */
  async function join(inviting: Browser, role: Role) {
    const browser = new Browser(suite.api.url);
    const answer = await browser.signIn(secretOf((await invite(inviting, role)).url));
    expect(answer.status, answer.text).to.equal(201);
    const { body } = await browser.get<SessionBody>('/app/api/session');
    return { browser, memberId: body.member?.id ?? '' };
  }

  async function makeKey(browser: Browser, body: object = {}): Promise<KeySecretBody> {
    const given = { name: 'Shop', ...body };
    const answer = await browser.call<KeySecretBody>('POST', '/app/api/keys', { body: given });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body;
  }
  const account = (key: string) => suite.client(key).get('/v1/account');

  it('show a new key once, limit it to its scopes, and revoke it immediately', async () => {
    const customer = await suite.customer();
    const browser = await owner(customer);
    const made = await makeKey(browser, { scopes: ['read'], monthly_credit_cap: 5 });
    expect(made).to.include({ name: 'Shop', monthly_credit_cap: 5, spent_this_month: 0 });
    expect([made.member_id, made.last_used_at]).to.deep.equal([null, null]);
    expect((await account(made.key)).status).to.equal(200);
    const refused = await suite.client(made.key).image({ prompt: 'a red fox' });
    expect(refused.status).to.equal(403);

    const { body, text } = await browser.get<List<KeyBody>>('/app/api/keys');
    expect(body.data.map(({ id }) => id)).to.have.members([made.id, customer.keyId]);
    expect(body.data.find(({ id }) => id === made.id)?.last_used_at).to.be.a('number');
    expect(text).not.to.include(made.key);
    const stored = 'SELECT body FROM idempotency_key WHERE account_id = $1';
    const answers = JSON.stringify(await suite.db.query(stored, [customer.accountId]));
    expect(answers).not.to.include(made.key);

    const ended = await browser.call('DELETE', `/app/api/keys/${made.id}`);
    expect(ended.status, ended.text).to.equal(200);
    expect((await account(made.key)).status).to.equal(401);
    const again = await browser.refused('DELETE', `/app/api/keys/${made.id}`);
    expect(again.status).to.equal(404);
  });

  it('show what a key has spent this month, and return their lists in pages', async () => {
    const customer = await suite.customer();
    await suite.queued(customer);
    const browser = await owner(customer);
    await makeKey(browser);
    const first = await browser.get<List<KeyBody>>('/app/api/keys?limit=1');
    const rest = `/app/api/keys?limit=1&cursor=${first.body.next_cursor}`;
    const second = await browser.get<List<KeyBody>>(rest);
    expect(second.body.data[0]).to.include({ id: customer.keyId, spent_this_month: 2 });
    expect(second.body.next_cursor).to.equal(null);
  });

  it("do not count sessions towards the plan's key limit, and do not list them as keys", async () => {
    const customer = await suite.customer({ plan: 'free', raised: { api_keys: 2 } });
    const browser = await owner(customer);
    await makeKey(browser);
    const body = { name: 'More' };
    const more = await browser.refused('POST', '/app/api/keys', { body });
    expect([more.status, more.body.error.details?.code]).to.deep.equal([403, 'API_KEY_LIMIT']);
    const [row] = await suite.db.query(
      `SELECT id FROM api_key WHERE account_id = $1 AND door = 'app'`,
      [customer.accountId],
    );
    expect((await browser.refused('DELETE', `/app/api/keys/${row.id}`)).status).to.equal(404);
  });

  it("turn an invitation into a member only once, and end a removed member's sessions and personal keys", async () => {
    const customer = await suite.customer();
    const boss = await owner(customer);
    const open = await invite(boss, 'developer', { email: 'Ada@Example.com' });
    expect(open).to.include({ email: 'ada@example.com', role: 'developer', invited_by: null });
    const listed = await boss.get<List<InviteBody>>('/app/api/invites');
    expect(listed.body.data.map(({ id }) => id)).to.deep.equal([open.id]);
    expect(listed.text).not.to.include(secretOf(open.url));

    const ada = new Browser(suite.api.url);
    expect((await ada.signIn(secretOf(open.url))).status).to.equal(201);
    expect((await new Browser(suite.api.url).signIn(secretOf(open.url))).status).to.equal(401);
    const { body: session } = await ada.get<SessionBody>('/app/api/session');
    expect(session.member).to.include({ name: 'Ada', role: 'developer' });
    const memberId = session.member?.id ?? '';

    const own = await makeKey(ada);
    const team = await makeKey(ada, { team: true });
    expect([own.member_id, team.member_id]).to.deep.equal([memberId, null]);
    const removed = await boss.call('DELETE', `/app/api/members/${memberId}`);
    expect(removed.status, removed.text).to.equal(200);
    expect((await ada.get('/app/api/session')).status).to.equal(401);
    expect((await account(own.key)).status).to.equal(401);
    expect((await account(team.key)).status).to.equal(200);
    const members = await boss.get<List<MemberBody>>('/app/api/members');
    expect(members.body.data).to.deep.equal([]);
  });

  it('reject a revoked or expired invitation', async () => {
    const customer = await suite.customer();
    const boss = await owner(customer);
    const [back, old] = [await invite(boss, 'viewer'), await invite(boss, 'viewer')];
    expect((await boss.call('DELETE', `/app/api/invites/${back.id}`)).status).to.equal(200);
    await suite.db.query('UPDATE invite SET expires_at = now() WHERE id = $1', [old.id]);
    for (const { url } of [back, old]) {
      expect((await new Browser(suite.api.url).signIn(secretOf(url))).status).to.equal(401);
    }
    const left = await boss.get<List<InviteBody>>('/app/api/invites');
    expect(left.body.data).to.deep.equal([]);
  });

  it('let only owners change the team, and do not let them remove or demote themselves', async () => {
    const customer = await suite.customer();
    const boss = await owner(customer);
    const developer = await join(boss, 'developer');
    const chief = await join(boss, 'owner');
    const body = { name: 'Eve', role: 'owner' };
    const refused: [string, string, object?][] = [
      ['POST', '/app/api/invites', body],
      ['GET', '/app/api/invites'],
      ['GET', '/app/api/audit'],
      ['PATCH', `/app/api/members/${developer.memberId}`, { role: 'owner' }],
      ['DELETE', `/app/api/members/${chief.memberId}`],
    ];
    for (const [method, path, given] of refused) {
      const answer = await developer.browser.refused(method, path, {
        ...(given && { body: given }),
      });
      expect(answer.status, `${method} ${path}`).to.equal(403);
    }
    const self = `/app/api/members/${chief.memberId}`;
    expect((await chief.browser.refused('DELETE', self)).status).to.equal(409);
    const demoted = await chief.browser.refused('PATCH', self, { body: { role: 'viewer' } });
    expect(demoted.status).to.equal(409);
    const other = `/app/api/members/${developer.memberId}`;
    const change = { role: 'viewer', name: 'Ada L.' };
    const changed = await chief.browser.call<MemberBody>('PATCH', other, { body: change });
    expect(changed.body).to.include(change);
    expect((await developer.browser.refused('GET', '/app/api/keys')).status).to.equal(403);
  });

  it('limit the personal key of a demoted member to the scopes of the new role', async () => {
    const customer = await suite.customer();
    const boss = await owner(customer);
    const { browser, memberId } = await join(boss, 'developer');
    const [own, team] = [await makeKey(browser), await makeKey(browser, { team: true })];
    const client = suite.client(own.key);
    expect((await client.image({ prompt: 'a red fox' })).status).to.equal(202);

    const path = `/app/api/members/${memberId}`;
    const demoted = await boss.call<ChangedMemberBody>('PATCH', path, { body: { role: 'viewer' } });
    expect(demoted.status, demoted.text).to.equal(200);
    expect(demoted.body.team_keys.map(({ id }) => id)).to.deep.equal([team.id]);
    const body = { prompt: 'a red fox' };
    const refused = await client.call<ErrorBody>('POST', '/v1/images', { body });
    expect([refused.status, refused.body.error?.code]).to.deep.equal([403, 'FORBIDDEN']);
    expect(refused.body.error.details).to.include({ required_scope: 'generate' });
    const hook = { url: 'https://hooks.example/x', events: ['credits.low'] };
    expect((await client.call('POST', '/v1/webhooks', { body: hook })).status).to.equal(403);
    const seen = await client.get<AccountBody>('/v1/account');
    expect(seen.body.key.scopes, seen.text).to.deep.equal(['read']);
    const { body: list } = await boss.get<{ data: KeyBody[] }>('/app/api/keys');
    const listed = new Map(list.data.map(({ id, scopes }) => [id, scopes]));
    expect(listed.get(own.id)).to.deep.equal(['read']);
    expect(listed.get(team.id)).to.deep.equal([...SCOPES]);

    await boss.call('PATCH', path, { body: { role: 'developer' } });
    expect((await client.image({ prompt: 'a red fox' })).status).to.equal(202);
  });

  it('hide upload box addresses from viewers and read-only keys', async () => {
    const customer = await suite.customer();
    const boss = await owner(customer);
    const { browser } = await join(boss, 'viewer');
    const opened = await boss.call<UploadBoxBody>('POST', '/app/api/upload-boxes', { body: {} });
    const { id } = opened.body;
    const file = { data: squareUrl(8), box_id: id };
    const added = await boss.call<{ id: string }>('POST', '/app/api/uploads', { body: file });
    expect(added.status, added.text).to.equal(201);
    const path = `/app/api/uploads/${added.body.id}`;
    expect((await browser.refused('GET', '/app/api/upload-boxes')).status).to.equal(403);
    const reader = await makeKey(boss, { scopes: ['read'] });
    const seen = [
      await browser.get<object>(path),
      await suite.client(reader.key).get<object>(path.replace('/app/api', '/v1')),
    ];
    for (const { status, text } of seen) {
      expect(status, text).to.equal(200);
      expect(text).not.to.include(id);
    }
    expect((await boss.get<{ box_id: string }>(path)).body.box_id).to.equal(id);
  });

  it('list the team keys that a removed member created, until they are revoked', async () => {
    const boss = await owner(await suite.customer());
    const [ada, bob] = [await join(boss, 'developer'), await join(boss, 'developer')];
    const [made, revoked] = [
      await makeKey(ada.browser, { team: true }),
      await makeKey(ada.browser, { team: true }),
    ];
    await makeKey(ada.browser);
    await makeKey(bob.browser, { team: true });
    expect(made).to.include({ member_id: null, made_by: ada.memberId });
    await boss.call('DELETE', `/app/api/keys/${revoked.id}`);
    const path = `/app/api/members/${ada.memberId}`;
    const removed = await boss.call<RemovedMemberBody>('DELETE', path);
    expect(removed.body.team_keys.map(({ id }) => id)).to.deep.equal([made.id]);
    expect(removed.text).not.to.include(made.key);
  });

  it('let a developer revoke team keys and own keys, but not the keys of another member', async () => {
    const boss = await owner(await suite.customer());
    const [ada, bob] = [await join(boss, 'developer'), await join(boss, 'developer')];
    const own = await makeKey(bob.browser);
    const team = await makeKey(bob.browser, { team: true });
    const end = (browser: Browser, id: string) =>
      browser.refused('DELETE', `/app/api/keys/${id}`).then(({ status }) => status);
    expect(await end(ada.browser, own.id)).to.equal(403);
    expect(await end(ada.browser, team.id)).to.equal(200);
    expect(await end(boss, own.id)).to.equal(200);
  });

  it("treat another account's keys, members, invitations and sessions as unknown", async () => {
    const [mine, theirs] = [
      await owner(await suite.customer()),
      await owner(await suite.customer()),
    ];
    const key = await makeKey(theirs);
    const open = await invite(theirs, 'viewer');
    const { memberId } = await join(theirs, 'viewer');
    const sessions = await theirs.get<List<OpenSessionBody>>('/app/api/sessions');
    const found: [string, string][] = [
      [`/app/api/keys/${key.id}`, createId('key')],
      [`/app/api/invites/${open.id}`, createId('inv')],
      [`/app/api/members/${memberId}`, createId('mem')],
      [`/app/api/sessions/${sessions.body.data[0]?.id}`, createId('ses')],
    ];
    for (const [path, none] of found) {
      const respond = async (asked: string) => {
        const { status, text } = await mine.refused('DELETE', asked);
        return [status, text.replace(/_[0-9a-f]{32}`/, '').replace(/req_\w+/, 'req')];
      };
      const known = await respond(path);
      expect(known[0], path).to.equal(404);
      expect(known).to.deep.equal(await respond(path.replace(/[^/]+$/, none)));
    }
    expect((await account(key.key)).status).to.equal(200);
  });

  it('list and end all sessions for an owner, but only their own sessions for other members', async () => {
    const customer = await suite.customer();
    const boss = await owner(customer);
    const { browser, memberId } = await join(boss, 'viewer');
    const own = await browser.get<List<OpenSessionBody>>('/app/api/sessions');
    expect(own.body.data).to.have.length(1);
    expect(own.body.data[0]).to.include({
      member_id: memberId,
      current: true,
      opened_by: 'invite',
    });
    const all = await boss.get<List<OpenSessionBody>>('/app/api/sessions');
    expect(all.body.data.map(({ current }) => current)).to.have.members([true, false]);
    const bossId = all.body.data.find(({ current }) => current)?.id;
    expect((await browser.refused('DELETE', `/app/api/sessions/${bossId}`)).status).to.equal(404);
    const ended = await boss.call('DELETE', `/app/api/sessions/${own.body.data[0]?.id}`);
    expect(ended.status, ended.text).to.equal(200);
    expect((await browser.get('/app/api/session')).status).to.equal(401);
  });

  it('log who did what, without a secret', async () => {
    const boss = await owner(await suite.customer());
    const { browser, memberId } = await join(boss, 'developer');
    const key = await makeKey(browser);
    await boss.call('DELETE', `/app/api/keys/${key.id}`);
    const { body, text } = await boss.get<List<AuditEntryBody>>('/app/api/audit');
    const lines = body.data.map(({ action, member_name }) => `${action} ${member_name ?? '-'}`);
    expect(lines).to.have.members([
      'key.revoked -',
      'key.created Ada',
      'session.opened Ada',
      'member.joined Ada',
      'invite.created -',
      'session.opened -',
      'sign_in_link.created -',
    ]);
    expect(body.data.find(({ action }) => action === 'key.created')).to.include({
      member_id: memberId,
      target: key.id,
    });
    expect(text).not.to.include(key.key);
  });

  it('refuse a member who loses the role while the request is in flight', async () => {
    const customer = await suite.customer();
    const boss = await owner(customer);
    const { browser, memberId } = await join(boss, 'developer');
    const calls = Array.from({ length: 8 }, () =>
      browser.call<KeySecretBody>('POST', '/app/api/keys', { body: { name: 'Race' } }),
    );
    const [removed, ...answers] = await Promise.all([
      boss.call('DELETE', `/app/api/members/${memberId}`),
      ...calls,
    ]);
    expect(removed?.status, removed?.text).to.equal(200);
    for (const { status, text } of answers) expect(status, text).to.be.oneOf([201, 401, 404]);
    const active = 'SELECT 1 FROM api_key WHERE member_id = $1 AND revoked_at IS NULL';
    expect(await suite.db.query(active, [memberId])).to.deep.equal([]);
  });
});
