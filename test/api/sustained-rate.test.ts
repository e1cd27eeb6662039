import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { changePlan } from '../../domain/accounts/change-plan.js';
import { raiseLimit } from '../../domain/accounts/raise-limit.js';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import { apiSuite, type Customer } from './suite.js';

/** Burst of the Free plan: two minutes of one generation per minute. */
const FREE_BURST = 2;

describe('the sustained rate of generations', () => {
  const suite = apiSuite();
  /** Creates a customer with so many slots and requests that only the sustained rate can refuse. */
  const customerOf = (images_per_minute = 1) =>
    suite.customer({
      plan: 'free',
      raised: {
        concurrent_jobs: 1_000,
        requests_per_minute: 100_000,
        api_keys: 5,
        images_per_minute,
      },
    });

  const send = ({ client }: Pick<Customer, 'client'>, idem: string = randomUUID()) =>
    client.call<ErrorBody & { id: string }>('POST', '/v1/images', {
      body: { prompt: 'a red fox' },
      idem,
    });
  /** Simulates elapsed time by moving the account's count back. */
  const pass = ({ accountId }: Customer, seconds: number) =>
    suite.db.query(
      `UPDATE account SET generations_counted_at = generations_counted_at - $2 * interval '1 s'
       WHERE id = $1`,
      [accountId, seconds],
    );
  const countOf = async ({ accountId }: Customer) => {
    const sql = 'SELECT generations_counted AS count FROM account WHERE id = $1';
    const [row]: { count: number }[] = await suite.db.query(sql, [accountId]);
    return row?.count;
  };

  it('accepts two of 30 concurrent requests on a plan with one generation per minute', async () => {
    const customer = await customerOf();
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(customer)));
    const refused = answers.filter(({ status }) => status !== 202);
    expect(refused).to.have.length(30 - FREE_BURST);
    for (const { status, body, headers } of refused) {
      expect([status, body.error.code]).to.deep.equal([429, 'RATE_LIMITED']);
      expect(body.error.details).to.deep.equal({ code: 'GENERATION_RATE', limit: 1 });
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60);
    }
    expect(await suite.footprint(customer.accountId)).to.include({
      generation: FREE_BURST,
      hold: FREE_BURST,
      idempotency_key: FREE_BURST,
    });
  });

  it('is shared by all keys of the account, but not with other accounts', async () => {
    const customer = await customerOf();
    const second = { client: suite.client((await suite.key(customer.accountId)).apiKey) };
    expect((await send(customer)).status).to.equal(202);
    expect((await send(second)).status).to.equal(202);
    for (const key of [customer, second]) expect((await send(key)).status).to.equal(429);
    expect((await send(await customerOf())).status).to.equal(202);
  });

  it('counts videos like images', async () => {
    const customer = await customerOf();
    const video = () => customer.client.video({ model: 'seedance-2.5', prompt: 'a red fox' });
    expect([(await video()).status, (await send(customer)).status]).to.deep.equal([202, 202]);
    expect((await video()).status).to.equal(429);
  });

  it('accepts the same Idempotency-Key after Retry-After, but not a second earlier', async () => {
    const customer = await customerOf();
    for (let sent = 0; sent < FREE_BURST; sent += 1) await send(customer);
    const refused = await send(customer, 'patient');
    const wait = Number(refused.headers.get('retry-after'));
    await pass(customer, wait - 2);
    expect((await send(customer, 'patient')).status).to.equal(429);
    await pass(customer, 2);
    expect((await send(customer, 'patient')).status).to.equal(202);
  });

  it('does not count refused or replayed requests', async () => {
    const customer = await customerOf(10);
    await send(customer, 'once');
    const before = await countOf(customer);
    expect((await send(customer, 'once')).headers.get('idempotent-replayed')).to.equal('true');
    await suite.db.query('UPDATE api_key SET monthly_cap = 1 WHERE id = $1', [customer.keyId]);
    expect((await send(customer)).status).to.equal(402);
    await suite.db.query('UPDATE api_key SET monthly_cap = NULL WHERE id = $1', [customer.keyId]);
    await suite.db.query(
      `UPDATE account SET raised_limits = raised_limits || '{"concurrent_jobs": 1}' WHERE id = $1`,
      [customer.accountId],
    );
    const full = await send(customer);
    expect(full.body.error.code).to.equal('CONCURRENCY_LIMIT');
    expect(await countOf(customer)).to.equal(before);
  });

  it('rises immediately with a raised limit or a larger plan', async () => {
    const [raised, moved] = [await customerOf(), await customerOf()];
    for (const customer of [raised, moved]) {
      for (let sent = 0; sent < FREE_BURST; sent += 1) await send(customer);
      expect((await send(customer)).status).to.equal(429);
    }
    await raiseLimit(suite.db.manager, raised.accountId, 'images_per_minute', 2);
    await changePlan(suite.db.manager, moved.accountId, 'creator');
    for (const customer of [raised, moved]) {
      const statuses = [(await send(customer)).status, (await send(customer)).status];
      expect(statuses).to.deep.equal([202, 202]);
      expect((await send(customer)).body.error.details).to.include({ limit: 2 });
    }
  });

  it('forgets usage beyond the new burst when the plan gets smaller', async () => {
    const customer = await customerOf(10);
    for (let sent = 0; sent < 6; sent += 1) await send(customer);
    await raiseLimit(suite.db.manager, customer.accountId, 'images_per_minute', null);
    const refused = await send(customer);
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
  });
});
