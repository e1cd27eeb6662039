import { expect } from 'chai';
import type { AccountBody } from '../../domain/contract/account.js';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import { apiSuite, type Customer } from './suite.js';

const CROWD = 64;

describe('concurrent requests of one account', () => {
  const suite = apiSuite();
  const create = ({ client }: Customer) =>
    client.call<ErrorBody & { id: string }>('POST', '/v1/images', {
      body: { prompt: 'a red fox' },
    });

  /** Sends many concurrent requests, and separates accepted from refused ones. */
  const crowd = async (customer: Customer) => {
    const answers = await Promise.all(Array.from({ length: CROWD }, () => create(customer)));
    const accepted = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(({ status }) => status !== 202);
    return { accepted: accepted.map(({ body }) => body.id), refused };
  };
  const account = async ({ client }: Customer) =>
    (await client.get<AccountBody>('/v1/account')).body;

  it('use exactly the job slots of the plan', async () => {
    const customer = await suite.customer({ plan: 'agency' });
    const { accepted, refused } = await crowd(customer);
    expect(accepted).to.have.length(20);
    expect(new Set(accepted).size).to.equal(20);
    for (const { status, body, headers } of refused) {
      expect(status).to.equal(429);
      expect(body.error.code).to.equal('CONCURRENCY_LIMIT');
      expect(body.error.details).to.deep.equal({ limit: 20 });
      expect(headers.get('retry-after')).to.equal('15');
    }
    expect((await account(customer)).usage_now.active_jobs).to.equal(20);
    expect((await account(customer)).credits.total, 'nothing else is charged').to.equal(960);
    expect((await suite.footprint(customer.accountId))['idempotency_key']).to.equal(20);

    for (const id of accepted.slice(0, 3)) await suite.complete(id);
    expect((await account(customer)).usage_now.active_jobs).to.equal(17);
    expect((await crowd(customer)).accepted, 'released slots').to.have.length(3);
  });

  it('never spend more than the balance', async () => {
    const customer = await suite.customer({ credits: 9, purchased: 6 });
    const { accepted, refused } = await crowd(customer);
    expect(accepted).to.have.length(7);
    for (const { status, body } of refused) {
      expect(status).to.equal(402);
      expect(body.error.code).to.equal('INSUFFICIENT_CREDITS');
      expect(body.error.details).to.deep.include({ required: 2 });
      expect(body.error.details?.['available']).to.be.within(0, 1);
    }
    expect(refused.at(-1)?.body.error.details).to.deep.include({ available: 1, held: 14 });
    expect((await account(customer)).credits).to.deep.equal({
      total: 1,
      subscription: 0,
      purchased: 1,
    });
  });

  it('never exceed the monthly cap of the key, and do not affect another key', async () => {
    const customer = await suite.customer({ monthlyCap: 11 });
    const { accepted, refused } = await crowd(customer);
    expect(accepted).to.have.length(5);
    for (const { status, body } of refused) {
      expect(status).to.equal(402);
      expect(body.error.code).to.equal('SPEND_CAP_REACHED');
      expect(body.error.details).to.deep.include({ cap: 11 });
    }
    const spent = 'SELECT spent::int FROM key_month WHERE key_id = $1';
    expect(await suite.db.query(spent, [customer.keyId])).to.deep.equal([{ spent: 10 }]);
    const other = await suite.key(customer.accountId);
    expect((await suite.client(other.apiKey).image({ prompt: 'a fox' })).status).to.equal(202);
  });

  it('send credits.low once a day, with the balance after it fell below the threshold', async () => {
    const customer = await suite.customer({ credits: 29 });
    const { accepted } = await crowd(customer);
    expect(accepted).to.have.length(14);
    const events = await suite.eventsOf(customer.accountId);
    expect(events.map(({ type }) => type)).to.deep.equal(['credits.low']);
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
    expect(events[0]?.id).to.equal(`evt_low_${customer.accountId}_${today}`);
    const { data } = JSON.parse(events[0]?.body ?? '{}');
    expect(data).to.deep.equal({ balance: 19, threshold: 20 });
  });

  it('are all accepted when no limit is reached', async () => {
    const customer = await suite.customer({ raised: { concurrent_jobs: CROWD } });
    const { accepted, refused } = await crowd(customer);
    expect(refused.map(({ text }) => text)).to.deep.equal([]);
    expect(new Set(accepted).size).to.equal(CROWD);
    expect((await account(customer)).usage_now.active_jobs).to.equal(CROWD);
  });
});
