import { expect } from 'chai';
import type { AgentGrantBody } from '../../domain/contract/agent-grant.js';
import type { ConsentBody } from '../../domain/contract/consent.js';
import { answer, goOn, letIn, newAgent, openQuestion } from '../support/agent.js';
import { signedIn } from '../support/person.js';
import { agentSuite } from './agents-rig.js';

describe('agent sign-in', () => {
  const suite = agentSuite();

  it("leads from discovery through a person's approval to a token that MCP accepts", async () => {
    const customer = await suite.customer();
    const browser = await signedIn(suite.db, suite.api.url, customer);
    const agent = await newAgent(suite.api);
    expect(agent.resource).to.equal(`${suite.api.deps.env.publicUrl}/mcp`);
    const asked = await agent.ask();
    const uid = await openQuestion(browser, asked);
    const question = await browser.get<ConsentBody>(`/app/api/consents/${uid}`);
    expect(question.status, question.text).to.equal(200);
    expect(question.body).to.include({
      id: uid,
      object: 'consent',
      client_name: 'Fox',
      client_host: null,
      redirect_host: 'this computer',
    });
    expect(question.body.account.id).to.equal(customer.accountId);
    expect(question.body.scopes).to.deep.equal(['read', 'generate']);
    const body = { allow: true, scopes: ['read'], monthly_credit_cap: 50 };
    const answered = await answer(browser, uid, body);
    expect(answered.status, answered.text).to.equal(200);
    const back = await goOn(browser, answered.body);
    expect(new URL(back).searchParams.get('iss')).to.equal(suite.api.deps.env.publicUrl);
    const code = agent.read(back, asked);
    const tokens = await agent.tokens(await agent.exchange(code, asked.verifier));
    expect(tokens.scope).to.equal('read');
    const entered = await suite.enter(tokens.access);
    expect(entered.status).to.equal(200);
    expect(entered.body).to.deep.include({
      accountId: customer.accountId,
      scopes: ['read'],
      monthlyCreditCap: 50,
      role: null,
      sessionId: null,
      operator: false,
    });
    const list = await browser.get<{ data: AgentGrantBody[] }>('/app/api/grants');
    expect(list.body.data).to.have.length(1);
    expect(list.body.data[0]).to.deep.include({
      client_name: 'Fox',
      client_host: 'this computer',
      scopes: ['read'],
      monthly_credit_cap: 50,
      spent_this_month: 0,
      member_id: null,
    });
  });

  it('issues new tokens on refresh until the grant ends', async () => {
    const customer = await suite.customer();
    const browser = await signedIn(suite.db, suite.api.url, customer);
    const agent = await newAgent(suite.api);
    const first = await letIn(agent, browser);
    const second = await agent.tokens(await agent.refresh(first.refresh));
    expect(second.access).not.to.equal(first.access);
    expect(second.refresh).not.to.equal(first.refresh);
    for (const { access } of [first, second]) {
      expect((await suite.enter(access)).status).to.equal(200);
    }
    const list = await browser.get<{ data: AgentGrantBody[] }>('/app/api/grants');
    const id = list.body.data[0]?.id ?? '';
    expect((await browser.call('DELETE', `/app/api/grants/${id}`)).status).to.equal(200);
    for (const { access } of [first, second]) {
      expect((await suite.enter(access)).status).to.equal(401);
    }
    const refused = await agent.refresh(second.refresh);
    expect([refused.status, await refused.json()]).to.deep.include(400);
    expect((await browser.get<{ data: unknown[] }>('/app/api/grants')).body.data).to.deep.equal([]);
  });
});
