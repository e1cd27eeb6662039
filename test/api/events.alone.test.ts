import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import type { EventBody } from '../../domain/contract/event.js';
import { EventWaiters } from '../../domain/webhooks/event-waiters.js';
import { startApi } from '../support/platform.js';
import { until } from '../support/until.js';
import type { Customer } from './suite.js';
import { webhookSuite } from './webhooks-rig.js';

interface Page {
  readonly data: EventBody[];
  readonly next_cursor: string;
}

/*
 * Runs alone, because an event becomes visible only when no older transaction is open on the whole PostgreSQL server.
 * Open transactions of other suites would delay it.
 */
describe('GET /v1/events', () => {
  const suite = webhookSuite({ workers: null });
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ raised: { requests_per_minute: 10_000 } });
  });
  const read = async (query = ''): Promise<Page> => {
    const answer = await customer.client.get<Page>(`/v1/events${query}`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };

  it('starts at the current time and then returns every event once, oldest first', async () => {
    await suite.emit(customer);
    const start = await read();
    expect(start.data).to.deep.equal([]);
    const ids = [await suite.emit(customer), await suite.emit(customer)];
    const first = await read(`?after=${start.next_cursor}`);
    expect(first.data.map(({ id }) => id)).to.deep.equal(ids);
    ids.push(await suite.emit(customer));
    const second = await read(`?after=${first.next_cursor}`);
    expect(second.data.map(({ id }) => id)).to.deep.equal(ids.slice(2));
    expect((await read(`?after=${second.next_cursor}`)).data).to.deep.equal([]);
  });

  it('does not skip an event whose transaction began before another but committed after it', async () => {
    const { next_cursor: start } = await read();
    const slow = suite.db.createQueryRunner();
    await slow.startTransaction();
    await slow.query(
      `INSERT INTO event (id, account_id, type, body, written_by)
       VALUES ($1, $2, 'credits.low', $3, (pg_current_xact_id()::text)::bigint)`,
      [`evt_slow_${customer.accountId}`, customer.accountId, '{"id":"slow"}'],
    );
    const quick = await suite.emit(customer);
    const early = await read(`?after=${start}`);
    expect(early.data, 'events after an open transaction').to.deep.equal([]);
    await slow.commitTransaction();
    await slow.release();
    const all = await read(`?after=${early.next_cursor}&wait=5`);
    expect(all.data.map(({ id }) => id)).to.deep.equal(['slow', quick]);
  });

  it('holds an empty response until an event arrives', async () => {
    const { next_cursor: start } = await read();
    const waiting = read(`?after=${start}&wait=20`);
    const id = await suite.emit(customer);
    const began = performance.now();
    expect((await waiting).data.map((event) => event.id)).to.deep.equal([id]);
    expect(performance.now() - began, 'less than the whole wait of 20 s').to.be.below(15_000);
  });

  it('does not return events of other accounts, and refuses a cursor that it did not issue', async () => {
    const { next_cursor: start } = await read();
    await suite.emit(await suite.customer());
    expect((await read(`?after=${start}`)).data).to.deep.equal([]);
    const toCursor = (plain: string) => Buffer.from(plain).toString('base64url');
    const beyond = ['9999999999999999999.evt_1', '0-2f444175.9999999999999999999.0.evt_1'];
    for (const wrong of ['x', `${start}=`, ...['1', ...beyond].map(toCursor)]) {
      const answer = await customer.client.refused('GET', `/v1/events?after=${wrong}`);
      expect(answer.status, wrong).to.equal(400);
    }
    expect((await customer.client.refused('GET', '/v1/events?wait=26')).status).to.equal(400);
  });

  it('limits the number of waiting requests, per account and per process', async () => {
    const narrow = await startApi({}, undefined, { room: new EventWaiters(3, 2) });
    const other = await suite.customer();
    const { next_cursor: start } = await read();
    const gone = new AbortController();
    const wait = ({ apiKey }: Customer) =>
      fetch(`${narrow.url}/v1/events?cursor=${start}&wait=25`, {
        headers: { Authorization: `Bearer ${apiKey}` },
        signal: gone.signal,
      });
    const waiting: Promise<unknown>[] = [];
    const begin = async (who: Customer) => {
      const count = narrow.edge.room.waiting + 1;
      waiting.push(wait(who).catch(() => undefined));
      await until(`${count} requests wait`, async () => narrow.edge.room.waiting === count);
    };
    try {
      await begin(customer);
      await begin(customer);
      const beyond = await wait(customer);
      expect([beyond.status, beyond.headers.get('retry-after')]).to.deep.equal([429, '5']);
      expect(await beyond.text()).to.match(/RATE_LIMITED.*already has 2 requests that wait/);
      await begin(other);
      const full = await wait(await suite.customer());
      expect([full.status, full.headers.get('retry-after')]).to.deep.equal([503, '5']);
      const concurrent = await customer.client.at(narrow.url).get(`/v1/events?cursor=${start}`);
      expect(concurrent.status, 'a request without a wait gets a response').to.equal(200);
    } finally {
      gone.abort();
      await Promise.all(waiting);
      await narrow.stop();
    }
  });

  it('stops waiting when the client disconnects', async () => {
    const own = await startApi();
    const stopping = own.deps.stopping.signal;
    try {
      const { next_cursor: start } = await read();
      const gone = new AbortController();
      const waiting = fetch(`${own.url}/v1/events?cursor=${start}&wait=25`, {
        headers: { Authorization: `Bearer ${customer.apiKey}` },
        signal: gone.signal,
      }).catch(() => 'gone');
      await until(
        'the request waits',
        async () => getEventListeners(stopping, 'abort').length === 1,
      );
      expect(own.edge.room.waiting).to.equal(1);
      gone.abort();
      expect(await waiting).to.equal('gone');
      await until('the request no longer waits', async () => own.edge.room.waiting === 0, 5_000);
      expect(getEventListeners(stopping, 'abort')).to.have.length(0);
    } finally {
      await own.stop();
    }
  });

  it('ends waiting requests when the process shuts down', async () => {
    const { next_cursor: start } = await read();
    const began = performance.now();
    const waiting = read(`?after=${start}&wait=20`);
    await until(
      'a second query of the database is due',
      async () => performance.now() - began > 700,
    );
    suite.api.deps.stopping.abort();
    expect(await waiting).to.deep.include({ data: [], next_cursor: start });
    expect(performance.now() - began, 'less than the whole wait of 20 s').to.be.below(15_000);
  });
});
