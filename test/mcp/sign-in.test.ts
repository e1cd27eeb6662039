import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import type { AgentGrantBody } from '../../domain/contract/agent-grant.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { apiSuite, type Customer } from '../api/suite.js';
import { letIn, newAgent } from '../support/agent.js';
import { signedIn } from '../support/person.js';
import { call, connectAgent, ERAS, refuse, succeed } from './mcp-rig.js';

describe('an agent that a person has approved', () => {
  const suite = apiSuite();
  const enter = async (customer: Customer, answer: object, era: (typeof ERAS)[number]) => {
    const browser = await signedIn(suite.db, suite.api.url, customer);
    const wishes = { scope: 'read generate' };
    const tokens = await letIn(await newAgent(suite.api), browser, answer, wishes);
    return { browser, agent: await connectAgent(suite.api.url, tokens.access, { era }) };
  };
  const failureOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'answered',
      (error: unknown) => String(error),
    );
  const namesOf = async (agent: Client) => (await agent.listTools()).tools.map(({ name }) => name);

  for (const era of ERAS) {
    it(`calls tools within its scopes and cap until the grant ends (${era})`, async () => {
      const customer = await suite.customer();
      const answer = { allow: true, scopes: ['read', 'generate'], monthly_credit_cap: 3 };
      const { agent, browser } = await enter(customer, answer, era);
      expect(await namesOf(agent))
        .to.include('generate_image')
        .and.not.include('list_webhooks');
      const fox = { prompt: 'a red fox' };
      const made = await succeed<GenerationBody>(agent, 'generate_image', fox);
      expect((await customer.client.get(`/v1/generations/${made.id}`)).status).to.equal(200);
      const { error } = await refuse(agent, 'generate_image', fox);
      expect(error.code).to.equal('SPEND_CAP_REACHED');
      const grants = await browser.get<{ data: AgentGrantBody[] }>('/app/api/grants');
      const [grant] = grants.body.data;
      expect(grant?.spent_this_month).to.equal(2);
      await browser.call('DELETE', `/app/api/grants/${grant?.id}`);
      expect(await failureOf(call(agent, 'get_account'))).to.match(/401|Unauthorized/i);
      await agent.close();
    });
  }

  it('finds out which additional scope a tool needs', async () => {
    const customer = await suite.customer();
    const { agent } = await enter(customer, { allow: true, scopes: ['read'] }, 'modern');
    expect(await namesOf(agent)).not.to.include('generate_image');
    const failure = await suite.leavesNothing(customer.accountId, () =>
      failureOf(call(agent, 'generate_image', { prompt: 'a red fox' })),
    );
    expect(failure).to.match(/403|scope/i);
    await agent.close();
  });
});
