import { expect } from 'chai';
import { addMember } from '../../domain/accounts/add-member.js';
import { endGrant } from '../../domain/agents/end-grant.js';
import type { AgentGrantBody } from '../../domain/contract/agent-grant.js';
import type { ConsentBody } from '../../domain/contract/consent.js';
import { createId } from '../../domain/contract/ids.js';
import { answer, goOn, letIn, newAgent, openQuestion } from '../support/agent.js';
import { signedIn, type Browser } from '../support/person.js';
import { until } from '../support/until.js';
import { agentSuite } from './agents-rig.js';

/** More scopes than the person grants. */
const ALL = { scope: 'read generate social' };

describe('an agent that is approved again', () => {
  const suite = agentSuite();
  const listOf = async (browser: Browser) =>
    (await browser.get<{ data: AgentGrantBody[] }>('/app/api/grants')).body.data;
  const questionOf = async (browser: Browser, uid: string) =>
    (await browser.get<ConsentBody>(`/app/api/consents/${uid}`)).body;
  const someoneWaits = () =>
    until('the approval waits for a lock', async () => {
      const waiting: unknown[] = await suite.db.query(
        `SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
  async function begun() {
    const customer = await suite.customer();
    const browser = await signedIn(suite.db, suite.api.url, customer);
    const agent = await newAgent(suite.api);
    return { customer, browser, agent };
  }

  it('keeps one grant with the latest decision, and its older tokens do not gain scopes', async () => {
    const { browser, agent } = await begun();
    const narrow = { allow: true, scopes: ['read'], monthly_credit_cap: 5 };
    const first = await letIn(agent, browser, narrow, ALL);
    const [before] = await listOf(browser);
    const wide = { allow: true, scopes: ['read', 'generate'], monthly_credit_cap: 9 };
    const second = await letIn(agent, browser, wide, ALL);
    const [after, ...others] = await listOf(browser);
    expect(others).to.deep.equal([]);
    expect(after).to.deep.include({
      id: before?.id,
      scopes: ['read', 'generate'],
      monthly_credit_cap: 9,
    });
    expect(second.scope).to.equal('read generate');
    expect((await suite.enter(second.access)).body.scopes).to.deep.equal(['read', 'generate']);
    // Another computer with the same client stays signed in, with its permissions.
    const old = await suite.enter(first.access);
    expect([old.status, old.body.scopes, old.body.monthlyCreditCap]).to.deep.equal([
      200,
      ['read'],
      9,
    ]);
    const renewed = await agent.tokens(await agent.refresh(first.refresh));
    expect(renewed.scope).to.equal('read');
    expect((await suite.enter(second.access)).status).to.equal(200);
  });

  it('loses the scopes that are not selected again, starting with its next request', async () => {
    const { browser, agent } = await begun();
    const wide = await letIn(agent, browser, { allow: true }, ALL);
    expect((await suite.enter(wide.access)).body.scopes).to.have.length(3);
    await letIn(agent, browser, { allow: true, scopes: ['read'] }, ALL);
    expect((await suite.enter(wide.access)).body.scopes).to.deep.equal(['read']);
    expect((await agent.tokens(await agent.refresh(wide.refresh))).scope).to.equal('read');
  });

  it('has its current permissions shown only to the person who granted them', async () => {
    const { customer, browser, agent } = await begun();
    const fresh = await openQuestion(browser, await agent.ask());
    expect((await questionOf(browser, fresh)).allowed_before).to.equal(null);
    await letIn(agent, browser, { allow: true, scopes: ['read'], monthly_credit_cap: 5 });
    const uid = await openQuestion(browser, await agent.ask());
    expect((await questionOf(browser, uid)).allowed_before).to.deep.equal({
      scopes: ['read'],
      monthly_credit_cap: 5,
      spent_this_month: 0,
    });
    const memberId = createId('mem');
    const { accountId } = customer;
    await addMember(suite.db.manager, { id: memberId, accountId, name: 'Ada', role: 'developer' });
    const ada = await signedIn(suite.db, suite.api.url, { accountId, memberId });
    const hers = await openQuestion(ada, await agent.ask());
    expect((await questionOf(ada, hers)).allowed_before).to.equal(null);
    expect((await answer(ada, hers)).status).to.equal(200);
    expect(await listOf(browser)).to.have.length(2);
    const other = await newAgent(suite.api);
    await letIn(other, browser);
    expect(await listOf(browser)).to.have.length(3);
  });

  it("keeps its grant unchanged after a refusal or another person's decision", async () => {
    const { browser, agent } = await begun();
    const tokens = await letIn(agent, browser, { allow: true, scopes: ['read'] });
    const before = await listOf(browser);
    await answer(browser, await openQuestion(browser, await agent.ask()), { allow: false });
    expect(await listOf(browser)).to.deep.equal(before);
    expect((await suite.enter(tokens.access)).status).to.equal(200);
  });

  it('has one grant when two consent requests are approved concurrently', async () => {
    const { browser, agent } = await begun();
    const uids = [
      await openQuestion(browser, await agent.ask()),
      await openQuestion(browser, await agent.ask()),
    ];
    const answers = await Promise.all(uids.map((uid) => answer(browser, uid)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(await listOf(browser)).to.have.length(1);
  });

  it('gets a new grant if the old grant ends while the person is deciding', async () => {
    const { browser, agent } = await begun();
    const old = await letIn(agent, browser);
    const asked = await agent.ask();
    const uid = await openQuestion(browser, asked);
    const id = (await listOf(browser))[0]?.id ?? '';
    const { waits } = await suite.db.transaction(async (tx) => {
      await endGrant(tx, id);
      const waiting = answer(browser, uid);
      await someoneWaits();
      return { waits: waiting };
    });
    const { status, body } = await waits;
    expect(status).to.equal(200);
    const code = agent.read(await goOn(browser, body), asked);
    const next = await agent.tokens(await agent.exchange(code, asked.verifier));
    expect((await suite.enter(old.access)).status).to.equal(401);
    expect((await suite.enter(next.access)).status).to.equal(200);
    const [only, ...others] = await listOf(browser);
    expect(others).to.deep.equal([]);
    expect(only?.id).not.to.equal(id);
  });

  it('is approved without deadlock while it spends credits', async () => {
    const { customer, browser, agent } = await begun();
    await letIn(agent, browser);
    const uid = await openQuestion(browser, await agent.ask());
    const key = `SELECT 1 FROM api_key WHERE account_id = $1 AND door = 'mcp' FOR SHARE`;
    const account = 'SELECT 1 FROM account WHERE id = $1 FOR UPDATE NOWAIT';
    const { waits } = await suite.db.transaction(async (tx) => {
      await tx.query(key, [customer.accountId]);
      const waiting = answer(browser, uid);
      await someoneWaits();
      await tx.query(account, [customer.accountId]);
      return { waits: waiting };
    });
    expect((await waits).status).to.equal(200);
  });

  it('keeps the tokens of an idle installation while another installation is busy', async () => {
    const { customer, browser, agent } = await begun();
    const rests = await letIn(agent, browser);
    const busy = await letIn(agent, browser);
    await suite.db.query(
      `INSERT INTO oauth_record (model, id_hash, payload, grant_id, account_id, expires_at, consumed_at)
       SELECT model, sha256(n::text::bytea), payload, grant_id, account_id, expires_at, now()
       FROM oauth_record, generate_series(1, 120) AS n
       WHERE account_id = $1 AND model = 'RefreshToken'
         AND id_hash = sha256($2::bytea)`,
      [customer.accountId, Buffer.from(busy.refresh)],
    );
    expect((await agent.refresh(busy.refresh)).status).to.equal(200);
    expect((await agent.refresh(rests.refresh)).status).to.equal(200);
    const kept = `SELECT count(*)::int AS n FROM oauth_record
      WHERE account_id = $1 AND model = 'RefreshToken'`;
    expect(await suite.db.query(kept, [customer.accountId])).to.deep.equal([{ n: 100 }]);
  });
});
