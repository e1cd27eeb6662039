import { expect } from 'chai';
import * as oauth from 'oauth4webapi';
import { createSecret } from '../../domain/identity/session-secrets.js';
import {
  answer,
  goOn,
  letIn,
  newAgent,
  openQuestion,
  type Asked,
  type Wishes,
} from '../support/agent.js';
import { Browser, signedIn } from '../support/person.js';
import { agentSuite } from './agents-rig.js';

describe('the OAuth sign-in of agents under attack', () => {
  const suite = agentSuite();
  const person = ({ accountId }: { accountId: string }) =>
    signedIn(suite.db, suite.api.url, { accountId });

  /** Creates an agent, a person, and an authorization code that is not used yet. */
  async function coded() {
    const customer = await suite.customer();
    const browser = await person(customer);
    const agent = await newAgent(suite.api);
    const asked = await agent.ask();
    const answered = await answer(browser, await openQuestion(browser, asked));
    const code = agent.read(await goOn(browser, answered.body), asked);
    return { customer, browser, agent, asked, code };
  }
  const errorOf = async (response: Response): Promise<[number, string]> => {
    const body = (await response.json()) as { error: string };
    return [response.status, body.error];
  };
  const grantsOf = async ({ accountId }: { accountId: string }): Promise<number> =>
    suite.db
      .query('SELECT 1 FROM agent_grant WHERE account_id = $1', [accountId])
      .then((rows: unknown[]) => rows.length);

  it('rejects a second use of a code, and revokes the tokens from the first use', async () => {
    const { customer, agent, asked, code } = await coded();
    const tokens = await agent.tokens(await agent.exchange(code, asked.verifier));
    expect((await suite.enter(tokens.access)).status).to.equal(200);
    const again = await agent.exchange(code, asked.verifier);
    expect(await errorOf(again)).to.deep.equal([400, 'invalid_grant']);
    expect((await suite.enter(tokens.access)).status).to.equal(401);
    expect(await errorOf(await agent.refresh(tokens.refresh))).to.deep.equal([
      400,
      'invalid_grant',
    ]);
    expect(await grantsOf(customer)).to.equal(0);
  });

  it('issues tokens for only one of several concurrent uses of a code', async () => {
    const { agent, asked, code } = await coded();
    const tries = Array.from({ length: 5 }, () => agent.exchange(code, asked.verifier));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    // A second use of the code ends the grant. If it ends before the first use gets its response,
    // the first use gets no token.
    expect(statuses.filter((status) => status === 200).length).to.be.at.most(1);
  });

  it('rejects a code without its verifier, with a different redirect address or from a different client', async () => {
    const { agent, asked, code } = await coded();
    const wrong = await agent.exchange(code, oauth.generateRandomCodeVerifier());
    expect(await errorOf(wrong)).to.deep.equal([400, 'invalid_grant']);
    const elsewhere = await agent.exchange(code, asked.verifier, 'http://127.0.0.1:1/callback');
    expect(await errorOf(elsewhere)).to.deep.equal([400, 'invalid_grant']);
    const own = agent.client;
    const thief = await newAgent(suite.api);
    agent.client = thief.client;
    expect(await errorOf(await agent.exchange(code, asked.verifier))).to.deep.equal([
      400,
      'invalid_grant',
    ]);
    agent.client = own;
    const right = await agent.exchange(code, asked.verifier);
    expect(right.status).to.equal(200);
  });

  it('shows the error of an invalid request on our own page, without a redirect', async () => {
    const agent = await newAgent(suite.api);
    const browser = await person(await suite.customer());
    const cases: [Record<string, string | null>, string][] = [
      [{ code_challenge: null, code_challenge_method: null }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: null }, 'invalid_request'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: 'token', response_mode: 'form_post' }, 'unsupported_response_type'],
      [{ response_type: 'token', response_mode: 'fragment' }, 'unsupported_response_type'],
      [{ request: 'a.b.c' }, 'request_not_supported'],
    ];
    for (const visitor of [browser, new Browser(suite.api.url)]) {
      for (const [wishes, error] of cases) {
        const asked = await agent.ask(wishes);
        const sent = await visitor.get<string>(asked.url);
        const seen = [sent.status, sent.headers.get('location')];
        expect(seen, JSON.stringify(wishes)).to.deep.equal([400, null]);
        expect(sent.headers.get('content-security-policy')).to.include("default-src 'none'");
        expect(sent.text).to.include(`<code>${error}</code>`).and.include('this computer');
        expect(sent.text).not.to.include('33418');
      }
    }
  });

  const unheard: Wishes[] = [
    { prompt: 'none' },
    { response_mode: 'form_post' },
    { response_mode: 'x' },
  ];
  for (const wishes of unheard) {
    it(`asks for the person's consent even if the query contains ${JSON.stringify(wishes)}`, async () => {
      const agent = await newAgent(suite.api);
      const browser = await person(await suite.customer());
      const asked = await agent.ask(wishes);
      const answered = await answer(browser, await openQuestion(browser, asked));
      const code = agent.read(await goOn(browser, answered.body), asked);
      expect((await agent.exchange(code, asked.verifier)).status).to.equal(200);
    });
  }

  it('never redirects to an address that the agent has not registered', async () => {
    const agent = await newAgent(suite.api);
    const browser = await person(await suite.customer());
    for (const redirectUri of [
      'https://evil.example/callback',
      'http://127.0.0.1:33418/callback/other',
      'http://127.0.0.1.evil.example:33418/callback',
      'http://localhost:33418/callback',
      'javascript:alert(1)',
    ]) {
      const sent = await browser.get<string>((await agent.ask({ redirect_uri: redirectUri })).url);
      expect(sent.status, redirectUri).to.equal(400);
      expect(sent.headers.get('location')).to.equal(null);
      expect(sent.headers.get('content-type')).to.include('html');
      expect(sent.headers.get('content-security-policy')).to.include("default-src 'none'");
      expect(sent.text).to.include('Nothing was sent there').and.not.include(redirectUri);
    }
    const port = await agent.ask({ redirect_uri: 'http://127.0.0.1:61234/callback' });
    expect(await openQuestion(browser, port)).to.have.length(43);
  });

  it('revokes the whole token family when a refresh token is used twice', async () => {
    const customer = await suite.customer();
    const agent = await newAgent(suite.api);
    const stolen = await letIn(agent, await person(customer));
    const own = await agent.tokens(await agent.refresh(stolen.refresh));
    expect(await errorOf(await agent.refresh(stolen.refresh))).to.deep.equal([
      400,
      'invalid_grant',
    ]);
    for (const { access } of [stolen, own])
      expect((await suite.enter(access)).status).to.equal(401);
    expect(await errorOf(await agent.refresh(own.refresh))).to.deep.equal([400, 'invalid_grant']);
    const audit = 'SELECT actor, action FROM audit_entry WHERE account_id = $1 AND action = $2';
    expect(await suite.db.query(audit, [customer.accountId, 'agent.ended'])).to.deep.equal([
      { actor: 'agent', action: 'agent.ended' },
    ]);
    const keys = `SELECT 1 FROM api_key WHERE account_id = $1 AND door = 'mcp' AND revoked_at IS NULL`;
    expect(await suite.db.query(keys, [customer.accountId])).to.deep.equal([]);
  });

  it('issues new tokens for only one of several concurrent uses of a refresh token', async () => {
    const agent = await newAgent(suite.api);
    const { refresh } = await letIn(agent, await person(await suite.customer()));
    const tries = Array.from({ length: 5 }, () => agent.refresh(refresh));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).to.be.at.most(1);
  });

  it('rejects a refresh token that is revoked or belongs to another client', async () => {
    const customer = await suite.customer();
    const agent = await newAgent(suite.api);
    const tokens = await letIn(agent, await person(customer));
    const thief = await newAgent(suite.api);
    expect(await errorOf(await thief.refresh(tokens.refresh))).to.deep.equal([
      400,
      'invalid_grant',
    ]);
    await thief.revoke(tokens.refresh);
    expect((await suite.enter(tokens.access)).status).to.equal(200);
    await agent.revoke(tokens.refresh);
    expect((await suite.enter(tokens.access)).status).to.equal(401);
    expect(await errorOf(await agent.refresh(tokens.refresh))).to.deep.equal([
      400,
      'invalid_grant',
    ]);
    expect(await grantsOf(customer)).to.equal(0);
  });

  it('rejects refresh tokens, guesses and tokens for another audience in the same way', async () => {
    const agent = await newAgent(suite.api);
    const tokens = await letIn(agent, await person(await suite.customer()));
    await suite.db.query(
      `UPDATE oauth_record SET payload = payload || '{"aud": "https://other.example/mcp"}'
       WHERE model = 'AccessToken' AND id_hash = sha256($1::bytea)`,
      [Buffer.from(tokens.access)],
    );
    const seen = new Set<string>();
    for (const token of [tokens.access, tokens.refresh, createSecret(), 'x', "';--"]) {
      const { status, challenge, body } = await suite.enter(token);
      expect(status).to.equal(401);
      seen.add(`${challenge} ${body.error.code} ${body.error.message}`);
    }
    expect([...seen]).to.have.length(1);
    expect([...seen][0]).to.include('error="invalid_token"');
  });

  it("identifies the issuer by `iss`, so that the client detects another issuer's response", async () => {
    const { agent, asked, code } = await coded();
    const other = { ...agent.server, issuer: 'https://evil.example' };
    const back = new URL(`http://127.0.0.1:33418/callback?${code.toString()}`);
    expect(() => oauth.validateAuthResponse(other, agent.client, back, asked.state)).to.throw(
      /issuer/,
    );
  });

  it('does not give a code to an attacker whose consent request another person approved', async () => {
    const [victim, attacker] = [await suite.customer(), await suite.customer()];
    const agent = await newAgent(suite.api);
    const asked = await agent.ask();
    const theirs = await person(attacker);
    const uid = await openQuestion(theirs, asked);
    const own = await person(victim);
    const answered = await answer(own, uid);
    expect(answered.status, answered.text).to.equal(200);
    const { pathname } = new URL(answered.body.redirect_to);
    const tried = await theirs.get<string>(pathname);
    expect(tried.status).to.equal(403);
    expect(tried.headers.get('location')).to.equal(null);
    await theirs.call('DELETE', '/app/api/session', { idem: null });
    expect((await theirs.get(pathname)).status).to.equal(403);
    // Refused, because this person's browser did not begin the consent request.
    expect((await own.get(pathname)).status).to.equal(400);
    const sameAccount = await person(victim);
    expect((await sameAccount.get(pathname)).status).to.equal(403);
  });

  it('never stores a token, code or consent address in clear text', async () => {
    const { browser, agent, code, asked } = await coded();
    const uid = await openQuestion(browser, await agent.ask());
    const used: Asked = await agent.ask();
    const answered = await answer(browser, await openQuestion(browser, used));
    const tokens = await agent.tokens(await agent.exchange(code, asked.verifier));
    const tables = ['oauth_record', 'agent_grant', 'idempotency_key', 'api_key', 'audit_entry'];
    for (const table of tables) {
      const [{ all }] = await suite.db.query(
        `SELECT string_agg(t::text, ' ') AS all FROM ${table} t`,
      );
      for (const secret of [
        tokens.access,
        tokens.refresh,
        code.get('code') ?? '?',
        uid,
        answered.body.redirect_to,
        asked.verifier,
      ]) {
        expect(all.includes(secret), `${table} holds ${secret}`).to.equal(false);
      }
    }
  });

  it("rejects consent from another site's page or from a signed-out browser", async () => {
    const browser = await person(await suite.customer());
    const agent = await newAgent(suite.api);
    const uid = await openQuestion(browser, await agent.ask());
    const body = { allow: true };
    const path = `/app/api/consents/${uid}`;
    const stranger = new Browser(suite.api.url);
    expect((await stranger.refused('GET', path)).status).to.equal(401);
    expect((await stranger.refused('POST', path, { body })).status).to.equal(401);
    const elsewhere = await browser.from('cross-site').refused('POST', path, { body });
    expect(elsewhere.status).to.equal(403);
    expect((await answer(browser, uid)).status).to.equal(200);
  });
});
