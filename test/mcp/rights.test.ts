import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { expectScopes } from '../../api/mcp/expect-scopes.js';
import { buildTools } from '../../api/mcp/tools.js';
import { ROUTES } from '../../api/table.js';
import type { Scope } from '../../domain/catalogue/scopes.js';
import type { AccountBody } from '../../domain/contract/account.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { apiSuite } from '../api/suite.js';
import { call, connectAgent, ERAS, refuse, succeed } from './mcp-rig.js';

const namesOf = async (agent: Client): Promise<string[]> =>
  (await agent.listTools()).tools.map(({ name }) => name);

const tools = buildTools(ROUTES);
const scopeOf = (name: string): Scope | undefined => tools.get(name)?.answerable.route.scope;

/** Expects the error for a tool that does not exist. */
async function expectAbsent(agent: Client, name: string): Promise<void> {
  const code = await call(agent, name, { prompt: 'a red fox' }).then(
    () => 'answered',
    (error: unknown) => (error as { code?: unknown }).code,
  );
  expect(code, name).to.equal(-32_602);
}

describe("an agent's tools", () => {
  const suite = apiSuite();
  const agentOf = async (scopes: Scope[], era: (typeof ERAS)[number], query = '') => {
    const customer = await suite.customer({ scopes });
    return { customer, agent: await connectAgent(suite.api.url, customer.apiKey, { era, query }) };
  };

  for (const era of ERAS) {
    it(`match its key's scopes; a call to any other tool returns the error for an unknown tool (${era})`, async () => {
      for (const scope of ['read', 'generate', 'social', 'webhooks'] as const) {
        const { agent, customer } = await agentOf([scope], era);
        const wanted = [...tools.keys()].filter((name) => scopeOf(name) === scope);
        expect(await namesOf(agent), scope).to.deep.equal(wanted);
        const hidden = [...tools.keys()].filter((name) => scopeOf(name) !== scope);
        await suite.leavesNothing(customer.accountId, async () => {
          for (const name of hidden.slice(0, 3)) await expectAbsent(agent, name);
          await expectAbsent(agent, 'no_such_tool');
        });
        await agent.close();
      }
    });
  }

  it('can exclude the tools that generate pictures and clips', async () => {
    const customer = await suite.customer();
    const query = '?toolset=no_generation';
    const agent = await connectAgent(suite.api.url, customer.apiKey, { query });
    const makers = ['generate_image', 'generate_video', 'generate_speech', 'quote'];
    const wanted = [...tools.keys()].filter((name) => !makers.includes(name));
    expect(await namesOf(agent)).to.deep.equal(wanted);
    await suite.leavesNothing(customer.accountId, () => expectAbsent(agent, 'generate_image'));
    await agent.close();
  });

  it('can be limited to read-only tools', async () => {
    const customer = await suite.customer();
    const query = '?toolset=read_only';
    const agent = await connectAgent(suite.api.url, customer.apiKey, { query });
    const { tools: listed } = await agent.listTools();
    expect(listed.every(({ annotations }) => annotations?.readOnlyHint)).to.equal(true);
    expect(listed.map(({ name }) => name)).to.include.members(['quote', 'get_generation']);
    for (const name of ['generate_image', 'create_character', 'cancel_generation']) {
      await expectAbsent(agent, name);
    }
    await agent.close();
  });

  it('are refused, rather than unrestricted, for an unknown toolset', async () => {
    const { client } = await suite.customer();
    for (const query of [
      'toolset=none',
      'toolset=',
      'tools=read_only',
      'toolset=all&toolset=all',
    ]) {
      const answer = await client.refused('POST', `/mcp?${query}`, { body: {} });
      expect([answer.status, answer.body.error.code], query).to.deep.equal([
        400,
        'VALIDATION_ERROR',
      ]);
    }
  });

  it('stop working when the key is revoked or the account is suspended', async () => {
    const customer = await suite.customer();
    const agent = await connectAgent(suite.api.url, customer.apiKey);
    const set = (column: string, value: string) =>
      suite.db.query(`UPDATE account SET ${column} = ${value} WHERE id = $1`, [customer.accountId]);
    await set('suspended_at', 'now()');
    const message = await call(agent, 'get_account').then(
      () => 'answered',
      (error: unknown) => String(error),
    );
    expect(message).to.include('ACCOUNT_SUSPENDED');
    await set('suspended_at', 'NULL');
    await suite.db.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [customer.keyId]);
    const refused = await call(agent, 'get_account').catch((error: unknown) => String(error));
    expect(refused).to.match(/401|Unauthorized/i);
    await agent.close();
  });

  it("respect the key's cap and credits, and return the error code when refused", async () => {
    const customer = await suite.customer({ credits: 2 });
    const capped = await suite.key(customer.accountId, { monthlyCap: 1 });
    const agent = await connectAgent(suite.api.url, capped.apiKey);
    const prompt = { prompt: 'a red fox' };
    expect((await refuse(agent, 'generate_image', prompt)).error.code).to.equal(
      'SPEND_CAP_REACHED',
    );
    const { key } = await succeed<AccountBody>(agent, 'get_account');
    expect(key.monthly_credit_cap).to.equal(1);
    const poor = await suite.customer({ credits: 1 });
    const poorAgent = await connectAgent(suite.api.url, poor.apiKey);
    const { error } = await refuse(poorAgent, 'generate_image', prompt);
    expect(error.code).to.equal('INSUFFICIENT_CREDITS');
    expect(error.details).to.deep.include({ required: 2, available: 1 });
    expect(error).to.include.keys('request_id', 'doc_url', 'message');
    await agent.close();
    await poorAgent.close();
  });

  it('report the number of seconds before a client may retry a refused call', async () => {
    const customer = await suite.customer({ plan: 'free', atPlanLimits: true });
    const agent = await connectAgent(suite.api.url, customer.apiKey);
    await succeed(agent, 'generate_image', { prompt: 'one' });
    await succeed(agent, 'generate_image', { prompt: 'two' });
    const { error, idempotency_key } = await refuse(agent, 'generate_image', { prompt: 'three' });
    expect([error.code, error.retry_after]).to.deep.equal(['CONCURRENCY_LIMIT', 15]);
    expect(idempotency_key).to.be.a('string');
    await agent.close();
  });

  it('request a missing scope with a scope challenge if a person has connected the agent', () => {
    const challenge = (names: string[], scopes: Scope[]): Refusal | null => {
      try {
        expectScopes(tools, names, { scopes }, 'https://media.example');
        return null;
      } catch (error) {
        return error as Refusal;
      }
    };
    expect(challenge(['get_account', 'no_such_tool'], ['read'])).to.equal(null);
    const refusal = challenge(['get_account', 'generate_image'], ['read']);
    expect([refusal?.status, refusal?.code]).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal?.headers['WWW-Authenticate']).to.equal(
      'Bearer error="insufficient_scope", resource_metadata="https://media.example/.well-known/oauth-protected-resource/mcp", scope="read generate"',
    );
  });
});
