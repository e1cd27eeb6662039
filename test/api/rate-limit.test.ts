import { expect } from 'chai';
import { computeRateState } from '../../domain/accounts/request-rate.js';
import { raiseLimit } from '../../domain/accounts/raise-limit.js';
import { until } from '../support/until.js';
import { apiSuite, type Customer } from './suite.js';

describe('computeRateState', () => {
  // Columns: name, requests per minute, allowed, seconds that the bucket is ahead of now, expected headers.
  const table: [string, number, boolean, number, { remaining: number; retryAfter: number }][] = [
    ['the first request of a minute', 60, true, 1, { remaining: 59, retryAfter: 0 }],
    ['a key that has used half of its burst', 60, true, 30, { remaining: 30, retryAfter: 0 }],
    ['the last request of the burst', 60, true, 60, { remaining: 0, retryAfter: 0 }],
    ['one request too many', 60, false, 60, { remaining: 0, retryAfter: 1 }],
    ['one request too many with a slow refill', 1, false, 60, { remaining: 0, retryAfter: 60 }],
    [
      'one request too many after part of the wait',
      30,
      false,
      59.5,
      { remaining: 0, retryAfter: 2 },
    ],
    [
      'one request too many just before the refill',
      240,
      false,
      59.8,
      { remaining: 0, retryAfter: 1 },
    ],
    ['an idle key', 60, true, -100, { remaining: 60, retryAfter: 0 }],
  ];
  for (const [what, rpm, allowed, ahead, headers] of table) {
    it(`returns ${JSON.stringify(headers)} for ${what}`, () => {
      const now = 1_000_000;
      const state = computeRateState(rpm, allowed, now, now + ahead);
      expect(state).to.deep.include({ limit: rpm, allowed, ...headers });
      expect(state.resetAt).to.equal(Math.ceil(now + Math.max(0, ahead)));
    });
  }
});

describe('request rate limit', () => {
  const suite = apiSuite();
  const ask = ({ client }: Customer) => client.refused('GET', '/v1/account');
  const burst = (customer: Customer, count: number) =>
    Promise.all(Array.from({ length: count }, () => ask(customer)));
  const allowed = (answers: { status: number }[]) =>
    answers.filter(({ status }) => status === 200).length;

  /** Simulates elapsed time for one key by moving its bucket back. */
  const pass = (customer: Customer, seconds: number) =>
    suite.db.query("UPDATE rate_bucket SET tat = tat - $2 * interval '1 s' WHERE key_id = $1", [
      customer.keyId,
      seconds,
    ]);
  /**
   * Creates a customer with 2 requests per minute, so that the limit does not refill during a test.
   */
  const slow = () => suite.customer({ plan: 'free', raised: { requests_per_minute: 2 } });

  it("allows one minute's requests immediately, then returns 429 with Retry-After", async () => {
    const customer = await suite.customer({ plan: 'free' });
    const began = performance.now();
    const answers = await burst(customer, 45);
    // The limit refills one request every two seconds, which a slow machine may reach.
    const refilled = Math.floor((performance.now() - began) / 2_000);
    expect(allowed(answers)).to.be.within(30, 30 + refilled);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).to.have.length(45 - allowed(answers));
    for (const { body, headers } of refused) {
      expect(body.error.code).to.equal('RATE_LIMITED');
      expect(Number(headers.get('retry-after'))).to.be.within(1, 2);
      expect(headers.get('x-ratelimit-limit')).to.equal('30');
      expect(headers.get('x-ratelimit-remaining')).to.equal('0');
    }
  });

  it('reports limit, remaining and reset in both variants of the headers', async () => {
    const customer = await suite.customer({ plan: 'creator' });
    const began = Date.now() / 1_000;
    const { headers } = await ask(customer);
    expect(headers.get('x-ratelimit-limit')).to.equal('60');
    expect(headers.get('x-ratelimit-remaining')).to.equal('59');
    // The limit is reset one second after the request, rounded up.
    const reset = Number(headers.get('x-ratelimit-reset'));
    expect(reset).to.be.within(began, Date.now() / 1_000 + 2.1);
    expect(headers.get('ratelimit-policy')).to.equal('"key";q=60;w=60');
    expect(headers.get('ratelimit')).to.match(/^"key";r=59;t=[0-2]$/);
  });

  it('refills continuously: half a minute restores half of the requests', async () => {
    const customer = await suite.customer({ plan: 'free', raised: { requests_per_minute: 30 } });
    const began = performance.now();
    await suite.db.query(`INSERT INTO rate_bucket VALUES ($1, now() + interval '60 s')`, [
      customer.keyId,
    ]);
    await pass(customer, 30);
    const count = allowed(await burst(customer, 30));
    expect(count).to.be.within(15, 15 + Math.ceil((performance.now() - began) / 2_000));
  });

  it('measures the time when a request acquires the row lock, so waiting for the lock does not use up requests', async () => {
    const customer = await slow();
    const waiting = await suite.db.transaction(async (tx) => {
      await tx.query(`INSERT INTO rate_bucket VALUES ($1, now() - interval '1 s')`, [
        customer.keyId,
      ]);
      const answer = ask(customer);
      await until('the request waits for the row', async () => {
        const [{ count }] = await suite.db.query(
          `SELECT count(*)::int FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return count === 1;
      });
      // The other request acquires the lock first, and is counted at a later time than the start of this request.
      await tx.query(
        `UPDATE rate_bucket SET tat = clock_timestamp() + interval '30 s' WHERE key_id = $1`,
        [customer.keyId],
      );
      return [answer];
    });
    expect((await waiting[0])?.status).to.equal(200);
    expect((await ask(customer)).status).to.equal(429);
  });

  it('never accumulates more than one minute of requests', async () => {
    const customer = await slow();
    await ask(customer);
    await pass(customer, 86_400);
    expect(allowed(await burst(customer, 10))).to.equal(2);
  });

  it('does not count refused requests, so an early retry does not extend the wait', async () => {
    const customer = await slow();
    await burst(customer, 20);
    await pass(customer, 30);
    expect(allowed(await burst(customer, 5))).to.equal(1);
  });

  it('applies a raised limit immediately', async () => {
    const customer = await slow();
    await burst(customer, 3);
    expect((await ask(customer)).status).to.equal(429);
    await raiseLimit(suite.db.manager, customer.accountId, 'requests_per_minute', 120);
    const answer = await ask(customer);
    expect(answer.headers.get('x-ratelimit-limit')).to.equal('120');
    await pass(customer, 30);
    expect((await ask(customer)).status).to.equal(200);
  });

  it('is counted per key: a burst from one key does not slow down another key of the account', async () => {
    const customer = await suite.customer({ raised: { requests_per_minute: 2 } });
    const second = await suite.key(customer.accountId);
    await burst(customer, 3);
    expect((await ask(customer)).status).to.equal(429);
    expect((await suite.client(second.apiKey).get('/v1/account')).status).to.equal(200);
  });

  it('refuses before anything is stored or charged, and the same Idempotency-Key works later', async () => {
    const customer = await slow();
    await burst(customer, 2);
    const create = () => customer.client.image({ prompt: 'a red fox' }, { idem: 'patient' });
    const refused = await suite.leavesNothing(customer.accountId, create);
    expect(refused.status).to.equal(429);
    await pass(customer, 60);
    expect((await create()).status).to.equal(202);
  });

  it('limits an address that guesses keys, but not clients with a valid key', async () => {
    const customer = await suite.customer();
    const guesses: Awaited<ReturnType<typeof ask>>[] = [];
    const braked = () => guesses.filter(({ status }) => status === 429);
    const began = performance.now();
    // The limit is 600 per minute. On a slow machine, ten more requests per second are allowed.
    while (braked().length === 0) {
      const more = Array.from({ length: 700 }, () =>
        suite.client(null).refused('GET', '/v1/account'),
      );
      guesses.push(...(await Promise.all(more)));
    }
    const refilled = Math.ceil((performance.now() - began) / 100);
    expect(guesses.length - braked().length).to.be.within(600, 600 + refilled);
    expect(Number(braked()[0]?.headers.get('retry-after'))).to.be.at.least(1);
    expect((await ask(customer)).status).to.equal(200);
  });
});
