import { expect } from 'chai';
import type { AgentGrantBody } from '../../domain/contract/agent-grant.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { apiSuite, type Customer } from '../api/suite.js';
import { letIn, newAgent, type Agent } from '../support/agent.js';
import { signedIn, type Browser } from '../support/person.js';
import { call, connectAgent, refuse, succeed, type Refused } from './mcp-rig.js';

/** An image costs 2 credits. */
const FOX = { prompt: 'a red fox', wait_seconds: 50 };

describe("an agent's credit cap", () => {
  const suite = apiSuite({ workers: {} });
  const connect = async (agent: Agent, browser: Browser, cap: number) => {
    const tokens = await letIn(agent, browser, { allow: true, monthly_credit_cap: cap });
    return connectAgent(suite.api.url, tokens.access);
  };
  async function begin(cap: number) {
    const customer = await suite.customer();
    const browser = await signedIn(suite.db, suite.api.url, customer);
    const agent = await newAgent(suite.api);
    const client = await connect(agent, browser, cap);
    return { customer, browser, agent, client };
  }
  const spentOf = async (browser: Browser): Promise<[number, number | null]> => {
    const { body } = await browser.get<{ data: AgentGrantBody[] }>('/app/api/grants');
    expect(body.data).to.have.length(1);
    const [grant] = body.data;
    return [grant?.spent_this_month ?? -1, grant?.monthly_credit_cap ?? null];
  };
  const count = async ({ accountId }: Customer): Promise<number> => {
    const footprint = await suite.footprint(accountId);
    return footprint['generation'] ?? -1;
  };

  it('admits only one of two concurrent calls that together exceed the cap, and explains the refusal', async () => {
    const { customer, browser, client } = await begin(3);
    const results = await Promise.all([
      call(client, 'generate_image', FOX),
      call(client, 'generate_image', FOX),
    ]);
    const refused = results.filter(({ isError }) => isError);
    expect(refused).to.have.length(1);
    const made = results.find(({ isError }) => !isError)?.structuredContent as GenerationBody;
    expect(made.status).to.equal('completed');
    const [{ error }] = refused.map(({ structuredContent }) => structuredContent) as [Refused];
    expect(error.code).to.equal('SPEND_CAP_REACHED');
    expect(error.details).to.deep.include({ required: 2, cap: 3, spent: 2 });
    const month = new Date(error.details?.['resets_at'] as number).toISOString();
    expect(month).to.match(/-01T00:00:00\.000Z$/);
    expect(error.message).to.equal(
      `This costs 2 credits, and this agent has spent 2 of its 3 this month. Connect it again and set a higher cap, or wait until ${month.slice(0, 10)}.`,
    );
    expect(await count(customer)).to.equal(1);
    expect(await spentOf(browser)).to.deep.equal([2, 3]);
    // The cap limits only the agent, so the account can still spend.
    expect((await customer.client.image({ prompt: 'a fox' })).status).to.equal(202);
    await client.close();
  });

  it('is restored when a failed generation is refunded', async () => {
    const { browser, client } = await begin(2);
    const given = { ...FOX, prompt: 'a red fox simulate:content_blocked' };
    const failed = await succeed<GenerationBody>(client, 'generate_image', given);
    expect([failed.status, failed.refunded_credits]).to.deep.equal(['failed', 2]);
    expect(await spentOf(browser)).to.deep.equal([0, 2]);
    const made = await succeed<GenerationBody>(client, 'generate_image', FOX);
    expect(made.status).to.equal('completed');
    expect((await refuse(client, 'generate_image', FOX)).error.details).to.include({ spent: 2 });
    await client.close();
  });

  it('is raised when the agent is connected again, and still counts earlier spending', async () => {
    const { browser, agent, client } = await begin(2);
    await succeed(client, 'generate_image', FOX);
    expect((await refuse(client, 'generate_image', FOX)).error.code).to.equal('SPEND_CAP_REACHED');
    const higher = await connect(agent, browser, 5);
    await succeed(higher, 'generate_image', FOX);
    expect(await spentOf(browser)).to.deep.equal([4, 5]);
    expect((await refuse(higher, 'generate_image', FOX)).error.details).to.include({
      cap: 5,
      spent: 4,
    });
    await client.close();
    await higher.close();
  });
});
