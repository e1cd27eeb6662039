import { expect } from 'chai';
import { sendScopeChallenge } from '../../api/oauth/challenge.js';
import { addMember } from '../../domain/accounts/add-member.js';
import { removeMember } from '../../domain/accounts/remove-member.js';
import { resumeAccount, suspendAccount } from '../../domain/accounts/suspend-account.js';
import { GRANTS_MAX } from '../../domain/agents/allow-agent.js';
import { pruneAgents } from '../../domain/agents/prune-agents.js';
import type { Role } from '../../domain/catalogue/roles.js';
import { createId } from '../../domain/contract/ids.js';
import { deleteAccount } from '../../domain/operator/delete-account.js';
import type { Customer } from '../api/suite.js';
import { answer, goOn, letIn, newAgent, openQuestion, type Wishes } from '../support/agent.js';
import { signedIn } from '../support/person.js';
import { agentSuite } from './agents-rig.js';

describe("an agent's grant", () => {
  const suite = agentSuite();
  async function member({ accountId }: Customer, role: Role = 'developer'): Promise<string> {
    const id = createId('mem');
    await addMember(suite.db.manager, { id, accountId, name: 'Ada', role });
    return id;
  }
  const person = ({ accountId }: Customer, memberId: string | null = null) =>
    signedIn(suite.db, suite.api.url, { accountId, memberId });
  const left = async ({ accountId }: Customer) => {
    const [row] = await suite.db.query(
      `SELECT (SELECT count(*)::int FROM agent_grant WHERE account_id = $1) AS grants,
         (SELECT count(*)::int FROM oauth_record WHERE account_id = $1) AS records,
         (SELECT count(*)::int FROM api_key WHERE account_id = $1 AND door = 'mcp'
            AND revoked_at IS NULL) AS keys`,
      [accountId],
    );
    return row as { grants: number; records: number; keys: number };
  };

  it('ends when its member is removed, without affecting the agents of other members', async () => {
    const customer = await suite.customer();
    const memberId = await member(customer);
    const theirs = await newAgent(suite.api);
    const [tokens, others] = [
      await letIn(theirs, await person(customer, memberId)),
      await letIn(await newAgent(suite.api), await person(customer)),
    ];
    await suite.db.transaction((tx) => removeMember(tx, memberId));
    expect((await suite.enter(tokens.access)).status).to.equal(401);
    expect((await theirs.refresh(tokens.refresh)).status).to.equal(400);
    expect((await suite.enter(others.access)).status).to.equal(200);
    expect(await left(customer)).to.include({ grants: 1, keys: 1 });
  });

  it('is reduced to read access when its member becomes a viewer', async () => {
    const customer = await suite.customer();
    const memberId = await member(customer);
    const tokens = await letIn(await newAgent(suite.api), await person(customer, memberId));
    expect((await suite.enter(tokens.access)).body.scopes).to.deep.equal(['read', 'generate']);
    await suite.db.query(`UPDATE member SET role = 'viewer' WHERE id = $1`, [memberId]);
    expect((await suite.enter(tokens.access)).body.scopes).to.deep.equal(['read']);
  });

  it('cannot be given by a viewer, who can neither see nor approve a consent request', async () => {
    const customer = await suite.customer();
    const browser = await person(customer, await member(customer, 'viewer'));
    const agent = await newAgent(suite.api);
    const uid = await openQuestion(browser, await agent.ask());
    const path = `/app/api/consents/${uid}`;
    const tries = [
      await browser.refused('GET', path),
      await browser.refused('POST', path, { body: { allow: true } }),
    ];
    for (const { status, body } of tries) {
      expect([status, body.error.code]).to.deep.equal([403, 'FORBIDDEN']);
    }
    expect(await left(customer)).to.deep.equal({ grants: 0, records: 0, keys: 0 });
  });

  it('is paused while its account is suspended: requests get ACCOUNT_SUSPENDED, and refreshes fail', async () => {
    const customer = await suite.customer();
    const agent = await newAgent(suite.api);
    const tokens = await letIn(agent, await person(customer));
    await suspendAccount(suite.db.manager, customer.accountId);
    const entered = await suite.enter(tokens.access);
    expect([entered.status, entered.body.error.code]).to.deep.equal([403, 'ACCOUNT_SUSPENDED']);
    expect((await agent.refresh(tokens.refresh)).status).to.equal(400);
    await resumeAccount(suite.db.manager, customer.accountId);
    expect((await suite.enter(tokens.access)).status).to.equal(200);
    expect((await agent.refresh(tokens.refresh)).status).to.equal(200);
  });

  it('is deleted with its account, including every record and key', async () => {
    const customer = await suite.customer();
    const browser = await person(customer);
    const agent = await newAgent(suite.api);
    const tokens = await letIn(agent, browser);
    const asked = await agent.ask();
    await answer(browser, await openQuestion(browser, asked));
    expect((await left(customer)).records).to.be.greaterThan(3);
    await deleteAccount(suite.api.deps, customer.accountId);
    expect(await left(customer)).to.deep.equal({ grants: 0, records: 0, keys: 0 });
    expect((await suite.enter(tokens.access)).status).to.equal(401);
    expect((await agent.refresh(tokens.refresh)).status).to.equal(400);
  });

  it('is not created by a consent request that has expired or was already answered', async () => {
    const customer = await suite.customer();
    const browser = await person(customer);
    const agent = await newAgent(suite.api);
    const uid = await openQuestion(browser, await agent.ask());
    await suite.db.query(
      `UPDATE oauth_record SET expires_at = now() - interval '1 s' WHERE model = 'Interaction'
         AND id_hash = sha256($1::bytea)`,
      [Buffer.from(uid)],
    );
    const path = (id: string) => `/app/api/consents/${id}`;
    for (const id of [uid, uid.split('').toReversed().join('')]) {
      expect((await browser.refused('GET', path(id))).status).to.equal(404);
      const late = await browser.refused('POST', path(id), { body: { allow: true } });
      expect(late.status).to.equal(404);
    }
    const asked = await agent.ask();
    const second = await openQuestion(browser, asked);
    const wide = await browser.refused('POST', path(second), {
      body: { allow: true, scopes: ['read', 'social'] },
    });
    expect([wide.status, wide.body.error.code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    const idem = 'the same answer';
    const send = (body: object, key?: string) =>
      browser.call<{ redirect_to: string }>('POST', path(second), {
        body,
        ...(key && { idem: key }),
      });
    const refused = await send({ allow: false }, idem);
    expect((await send({ allow: false }, idem)).text).to.equal(refused.text);
    expect((await send({ allow: true })).status).to.equal(409);
    expect((await browser.refused('GET', path(second))).status).to.equal(409);
    const back = new URL(await goOn(browser, { object: 'consent_answer', ...refused.body }));
    expect(back.searchParams.get('error')).to.equal('access_denied');
    expect(back.searchParams.get('state')).to.equal(asked.state);
    expect(back.searchParams.get('iss')).to.equal(suite.api.deps.env.publicUrl);
    expect(await left(customer)).to.include({ grants: 0, keys: 0 });
  });

  it('is created once for concurrent approvals, and no longer counts towards the limit when revoked', async () => {
    const customer = await suite.customer();
    const browser = await person(customer);
    const agent = await newAgent(suite.api);
    const uid = await openQuestion(browser, await agent.ask());
    const tries = Array.from({ length: 4 }, () => answer(browser, uid));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.toSorted()).to.deep.equal([200, 409, 409, 409]);
    expect(await left(customer)).to.include({ grants: 1, keys: 1 });
    await suite.db.query(
      `INSERT INTO agent_grant SELECT g.id || n, account_id, member_id, key_id, client_id, client_name,
         client_host, created_at, expires_at
       FROM agent_grant g, generate_series(2, $2::int) AS n WHERE account_id = $1`,
      [customer.accountId, GRANTS_MAX],
    );
    const other = await newAgent(suite.api);
    const full = await answer(browser, await openQuestion(browser, await other.ask()));
    expect(full.status).to.equal(409);
    // The agent is already approved, so it does not count a second time.
    const known = await answer(browser, await openQuestion(browser, await agent.ask()));
    expect(known.status).to.equal(200);
    expect(await left(customer)).to.include({ grants: GRANTS_MAX, keys: 1 });
  });

  it('does not suppress later consent requests: the person is asked every time', async () => {
    const browser = await person(await suite.customer());
    const agent = await newAgent(suite.api);
    await letIn(agent, browser);
    const all: Wishes[] = [{}, { prompt: 'consent' }, { prompt: 'login' }];
    for (const wishes of all) {
      expect(await openQuestion(browser, await agent.ask(wishes))).to.have.length(43);
      await letIn(agent, browser, { allow: true }, wishes);
    }
  });

  it('has all scopes if the agent does not request particular scopes', async () => {
    const browser = await person(await suite.customer());
    const agent = await newAgent(suite.api);
    for (const scope of [null, 'openid offline_access', '']) {
      const tokens = await letIn(agent, browser, { allow: true }, { scope });
      expect(tokens.scope).to.equal('read generate social webhooks');
    }
  });

  it('can be seen and revoked only by its own member and by owners', async () => {
    const customer = await suite.customer();
    const [ada, bob] = [await member(customer), await member(customer)];
    const [owner, hers, his] = [
      await person(customer),
      await person(customer, ada),
      await person(customer, bob),
    ];
    const tokens = await letIn(await newAgent(suite.api), hers);
    await letIn(await newAgent(suite.api), his);
    const list = async (browser: typeof owner) =>
      (await browser.get<{ data: { id: string; member_id: string }[] }>('/app/api/grants')).body
        .data;
    expect(await list(owner)).to.have.length(2);
    expect((await list(hers)).map((grant) => grant.member_id)).to.deep.equal([ada]);
    const [{ id } = { id: '' }] = await list(hers);
    expect((await his.refused('DELETE', `/app/api/grants/${id}`)).status).to.equal(404);
    const stranger = await person(await suite.customer());
    expect((await stranger.refused('DELETE', `/app/api/grants/${id}`)).status).to.equal(404);
    expect((await suite.enter(tokens.access)).status).to.equal(200);
    expect((await owner.call('DELETE', `/app/api/grants/${id}`)).status).to.equal(200);
    expect((await suite.enter(tokens.access)).status).to.equal(401);
    expect((await owner.refused('DELETE', `/app/api/grants/${id}`)).status).to.equal(404);
  });

  it('is deleted with its key and records once it expires or stays unused', async () => {
    const customer = await suite.customer();
    const agent = await newAgent(suite.api);
    const browser = await person(customer);
    const tokens = await letIn(agent, browser);
    const other = await newAgent(suite.api);
    await answer(browser, await openQuestion(browser, await other.ask()));
    expect(await left(customer)).to.include({ grants: 2, keys: 2 });
    await pruneAgents(suite.db);
    expect(await left(customer)).to.include({ grants: 2, keys: 2 });
    // First the grant whose code was never exchanged expires, then, an hour later, the token of the other grant.
    const later = (table: string) =>
      suite.db.query(
        `UPDATE ${table} SET expires_at = expires_at - interval '1 hour' WHERE account_id = $1`,
        [customer.accountId],
      );
    await later('agent_grant');
    await later('oauth_record');
    await pruneAgents(suite.db);
    expect(await left(customer)).to.include({ grants: 1, keys: 1 });
    expect((await suite.enter(tokens.access)).status).to.equal(401);
    expect((await agent.refresh(tokens.refresh)).status).to.equal(200);
    await suite.db.query(
      `UPDATE agent_grant SET expires_at = now() - interval '1 s' WHERE account_id = $1`,
      [customer.accountId],
    );
    await pruneAgents(suite.db);
    expect(await left(customer)).to.deep.equal({ grants: 0, records: 0, keys: 0 });
  });

  it('does not affect API keys, which work on MCP as well as on HTTP, without an OAuth challenge', async () => {
    const customer = await suite.customer();
    const entered = await suite.enter(customer.apiKey);
    expect(entered.body.keyId).to.equal(customer.keyId);
    const wrong = await suite.enter(`${customer.apiKey.slice(0, -1)}-`);
    expect([wrong.status, wrong.challenge]).to.deep.equal([401, 'Bearer']);
    const none = await suite.enter(null);
    const { publicUrl } = suite.api.deps.env;
    expect([none.status, none.challenge]).to.deep.equal([
      401,
      `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp", scope="read generate social webhooks"`,
    ]);
    expect(sendScopeChallenge(publicUrl, 'social')).to.equal(
      `Bearer error="insufficient_scope", resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp", scope="social"`,
    );
    const tokens = await letIn(await newAgent(suite.api), await person(customer));
    const asKey = await suite.client(tokens.access).refused('GET', '/v1/account');
    expect(asKey.status).to.equal(401);
    const keys = await (await person(customer)).get<{ data: unknown[] }>('/app/api/keys');
    expect(keys.body.data).to.have.length(1);
  });
});
