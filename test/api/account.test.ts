import { expect } from 'chai';
import { PLAN_NAMES, PLANS } from '../../domain/catalogue/plans.js';
import { changePlan } from '../../domain/accounts/change-plan.js';
import { raiseLimit } from '../../domain/accounts/raise-limit.js';
import type { AccountBody } from '../../domain/contract/account.js';
import { apiSuite, type Customer } from './suite.js';

describe('GET /v1/account', () => {
  const suite = apiSuite();
  const read = async ({ client }: Customer) => {
    const answer = await client.get<AccountBody>('/v1/account');
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };

  it('returns the plan, balance by bucket, limits, usage and calling key', async () => {
    const customer = await suite.customer({
      plan: 'creator',
      credits: 30,
      purchased: 12,
      atPlanLimits: true,
    });
    expect(await read(customer)).to.deep.equal({
      object: 'account',
      plan: 'creator',
      credits: { total: 42, subscription: 30, purchased: 12 },
      pricing: { api_credit_multiplier: 2 },
      limits: {
        requests_per_minute: 60,
        concurrent_jobs: 4,
        images_per_minute: 2,
        api_keys: 2,
        webhooks: 2,
        included_social_accounts: 2,
      },
      usage_now: { active_jobs: 0 },
      key: {
        id: customer.keyId,
        prefix: customer.apiKey.slice(0, 16),
        scopes: ['read', 'generate', 'social', 'webhooks'],
        monthly_credit_cap: null,
      },
      team_billing: false,
    });
  });

  for (const plan of PLAN_NAMES) {
    it(`shows the limits of the ${plan} plan`, async () => {
      const { limits } = await read(await suite.customer({ plan, atPlanLimits: true }));
      expect(PLANS[plan]).to.deep.include(limits);
    });
  }

  it('shows a raised limit or changed plan immediately', async () => {
    const customer = await suite.customer({ plan: 'free', atPlanLimits: true });
    await raiseLimit(suite.db.manager, customer.accountId, 'concurrent_jobs', 7);
    expect((await read(customer)).limits).to.deep.include({ concurrent_jobs: 7, api_keys: 1 });
    await changePlan(suite.db.manager, customer.accountId, 'influencer');
    const { plan, limits } = await read(customer);
    expect({ plan, ...limits }).to.deep.include({ plan: 'influencer', concurrent_jobs: 10 });
  });

  it('counts queued and processing generations as active, and deducts their price immediately', async () => {
    const customer = await suite.customer({ credits: 3, purchased: 5 });
    const [first, second] = [await suite.queued(customer), await suite.queued(customer)];
    await suite.claim(second);
    const running = await read(customer);
    expect(running.usage_now.active_jobs).to.equal(2);
    expect(running.credits).to.deep.equal({ total: 4, subscription: 0, purchased: 4 });
    await suite.complete(first);
    const after = await read(customer);
    expect(after.usage_now.active_jobs).to.equal(1);
    expect(after.credits).to.deep.equal(running.credits);
  });

  it('shows the scopes and the spending cap of the calling key', async () => {
    const customer = await suite.customer();
    const { apiKey, keyId, accountId } = await suite.key(customer.accountId, {
      scopes: ['read'],
      monthlyCap: 10,
    });
    const { key } = await read({ accountId, apiKey, keyId, client: suite.client(apiKey) });
    expect(key).to.deep.include({ id: keyId, scopes: ['read'], monthly_credit_cap: 10 });
    expect(apiKey.startsWith(key.prefix)).to.equal(true);
    expect(key.prefix.length).to.be.below(apiKey.length / 2);
  });
});
