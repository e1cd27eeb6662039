import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { startPending } from '../../domain/durable/relay-starts.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { ApiClient } from '../support/client.js';
import { testDatabaseUrl } from '../support/test-database.js';
import { startApi, type TestApi } from '../support/platform.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';
import { apiSuite, type Customer } from './suite.js';

/** Statement timeout in these tests. */
const QUERY_TIMEOUT_MS = 2_000;

/** Deadline of a refusal on a busy machine. Without the query timeout, a statement could hang forever. */
const REFUSED_MS = 20_000;
/**
 * Deadline of an accepted request, which does not wait for the workflow to start. The Temporal client alone waits 19 s.
 */
const ACCEPTED_MS = 10_000;

const FOX = { prompt: 'a red fox in snow' };

describe('the API while Temporal is unreachable', () => {
  /** This suite has workers and a reachable Temporal server. */
  const suite = apiSuite({ workers: {} });
  let cutOff: TestApi;
  before(async () => {
    cutOff = await startApi({ TEMPORAL_ADDRESS: `127.0.0.1:${await findFreePort(0)}` });
  });
  after(() => cutOff.stop());
  const clientOf = ({ apiKey }: Customer) => new ApiClient(cutOff.url, apiKey);

  it('returns 202, and the generation completes once the relay reaches Temporal', async () => {
    const customer = await suite.customer();
    const began = performance.now();
    const created = await clientOf(customer).image(FOX);
    expect(created.status, created.text).to.equal(202);
    expect(performance.now() - began).to.be.below(ACCEPTED_MS);
    expect(created.body.status).to.equal('queued');

    const left = 'SELECT workflow_id FROM workflow_start WHERE account_id = $1';
    await until('the relay has started the run', async () => {
      await startPending(suite.api.deps);
      return (await suite.db.query(left, [customer.accountId])).length === 0;
    });
    const done = await suite.finished(customer, created.body.id);
    expect(done.status).to.equal('completed');
  });

  it('keeps the outbox row due without counting an attempt', async () => {
    const customer = await suite.customer();
    const { id } = (await clientOf(customer).image(FOX)).body;
    const isDue = `UPDATE workflow_start SET next_try_at = now() - interval '1 s'
      WHERE workflow_id = $1`;
    await suite.db.query(isDue, [id]);
    const tried = `SELECT attempts, next_try_at <= now() AS due, last_error IS NOT NULL AS failed
      FROM workflow_start WHERE workflow_id = $1`;
    await startPending(cutOff.deps);
    expect(await suite.db.query(tried, [id])).to.deep.equal([
      { attempts: 0, due: true, failed: true },
    ]);
    await startPending(suite.api.deps);
    expect((await suite.finished(customer, id)).status).to.equal('completed');
  });

  it('accepts many concurrent requests as fast as a single request', async () => {
    const customer = await suite.customer();
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => clientOf(customer).image(FOX)),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(10).fill(202));
    expect(performance.now() - began).to.be.below(ACCEPTED_MS);
  });

  it('serves reads, and returns 503 for a cancel, which succeeds later with the same key', async () => {
    const customer = await suite.customer();
    const created = await clientOf(customer).image(FOX);
    const path = `/v1/generations/${created.body.id}`;
    expect((await clientOf(customer).get(path)).body.status).to.equal('queued');
    const idem = randomUUID();
    const refused = await suite.leavesNothing(customer.accountId, () =>
      clientOf(customer).refused('POST', `${path}/cancel`, { idem }),
    );
    expect(refused.status, refused.text).to.equal(503);
    expect(refused.body.error.code).to.equal('UNAVAILABLE');
    expect(Number(refused.headers.get('retry-after'))).to.be.at.least(1);
    // The relay has not started the run yet (its outbox row still exists), so this cancel starts
    // the run itself.
    const again = await customer.client.refused('POST', `${path}/cancel`, { idem });
    expect(again.status, again.text).to.be.oneOf([200, 409]);
  });
});

describe('the API while PostgreSQL is unreachable', () => {
  const suite = apiSuite();
  let proxy: TcpProxy;
  let cutOff: TestApi;
  let customer: Customer;
  let client: ApiClient;
  /** Called just before the next request is committed. */
  let beforeCommit: (() => void) | null = null;
  before(async () => {
    const url = new URL(testDatabaseUrl());
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.host = `127.0.0.1:${proxy.port}`;
    // Shorter than the statement timeout in production, so that the test is fast.
    url.searchParams.set('query_timeout', String(QUERY_TIMEOUT_MS));
    cutOff = await startApi({ DATABASE_URL: url.href }, (deps) => ({
      ...deps,
      pass(point) {
        // The start of an earlier request may reach another checkpoint in the meantime.
        if (point !== 'accept.before_commit') return;
        beforeCommit?.();
        beforeCommit = null;
      },
    }));
    customer = await suite.customer();
    client = new ApiClient(cutOff.url, customer.apiKey);
  });
  afterEach(() => proxy.restore());
  after(async () => {
    await cutOff.stop();
    await proxy.stop();
  });

  const expectUnavailable = async (send: () => ReturnType<ApiClient['refused']>) => {
    const began = performance.now();
    const answer = await send();
    expect(answer.status, answer.text).to.equal(503);
    expect(answer.body.error.code).to.equal('UNAVAILABLE');
    expect(Number(answer.headers.get('retry-after'))).to.be.at.least(1);
    expect(answer.headers.get('x-ratelimit-limit')).to.match(/^\d+$/);
    expect(answer.text).not.to.match(/ECONN|postgres|terminated|timeout/i);
    expect(performance.now() - began).to.be.below(REFUSED_MS);
  };
  const account = () => client.refused('GET', '/v1/account');
  const create = (idem: string) => client.refused('POST', '/v1/images', { body: FOX, idem });
  const recovered = async () =>
    until('the API has recovered', async () => (await account()).status === 200);

  it('returns 503 with Retry-After while it is down, and then recovers automatically', async () => {
    await recovered();
    await proxy.cut();
    await suite.leavesNothing(customer.accountId, async () => {
      await expectUnavailable(account);
      await expectUnavailable(() => create('down'));
    });
    expect((await fetch(`${cutOff.url}/healthz`)).status).to.equal(200);
    expect((await fetch(`${cutOff.url}/readyz`)).status).to.equal(503);
    await proxy.restore();
    await recovered();
    // The API caches the result of the previous check for a second.
    await until(
      'the API is ready',
      async () => (await fetch(`${cutOff.url}/readyz`)).status === 200,
    );
    expect((await create('down')).status).to.equal(202);
  });

  it('returns 503 within the statement timeout while it hangs, and then recovers automatically', async () => {
    await recovered();
    proxy.hang();
    const crowd = Array.from({ length: 20 }, (_, n) =>
      expectUnavailable(n % 2 ? account : () => create(`hang ${n}`)),
    );
    await Promise.all(crowd);
    await proxy.restore();
    await recovered();
    expect((await create('hang 0')).status).to.equal(202);
  });

  const outages: [string, () => void][] = [
    ['is cut', () => void proxy.cut()],
    ['hangs', () => proxy.hang()],
  ];
  for (const [what, outage] of outages) {
    it(`charges once for one Idempotency-Key when the connection ${what} at the COMMIT`, async () => {
      await recovered();
      const before = await suite.footprint(customer.accountId);
      const idem = randomUUID();
      beforeCommit = outage;
      await expectUnavailable(() => create(idem));
      await proxy.restore();
      await recovered();
      const again = await until('the request with the same key is accepted', async () => {
        const answer = await create(idem);
        return answer.status === 202 && answer;
      });
      const replay = await create(idem);
      expect(replay.text).to.equal(again.text);
      const after = await suite.footprint(customer.accountId);
      expect(after['generation']).to.equal((before['generation'] ?? 0) + 1);
      expect(after['balance']).to.equal((before['balance'] ?? 0) - 2);
    });
  }
});
