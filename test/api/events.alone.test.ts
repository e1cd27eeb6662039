import { expect } from 'chai';
import type { EventBody } from '../../domain/contract/event.js';
import { until } from '../support/until.js';
import type { Customer } from './suite.js';
import { webhookSuite } from './webhooks-rig.js';

interface Page {
  readonly data: EventBody[];
  readonly next_cursor: string;
}

/*
 * Alone, because an event is shown only when no older transaction of the whole server is open: those of
 * another job, in another database, would hold it back.
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

  it('begins now, and from there tells every event once, oldest first', async () => {
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

  it('passes by no event whose transaction began first and commits last', async () => {
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
    expect(early.data, 'nothing behind one that is still open').to.deep.equal([]);
    await slow.commitTransaction();
    await slow.release();
    const all = await read(`?after=${early.next_cursor}&wait=5`);
    expect(all.data.map(({ id }) => id)).to.deep.equal(['slow', quick]);
  });

  it('holds an empty answer back until something happens', async () => {
    const { next_cursor: start } = await read();
    const waiting = read(`?after=${start}&wait=20`);
    const id = await suite.emit(customer);
    const began = performance.now();
    expect((await waiting).data.map((event) => event.id)).to.deep.equal([id]);
    expect(performance.now() - began, 'not the 20 s to the end').to.be.below(15_000);
  });

  it('tells nobody the events of another account, and refuses a cursor that it has not given', async () => {
    const { next_cursor: start } = await read();
    await suite.emit(await suite.customer());
    expect((await read(`?after=${start}`)).data).to.deep.equal([]);
    for (const wrong of ['x', Buffer.from('1').toString('base64url'), `${start}=`]) {
      const answer = await customer.client.refused('GET', `/v1/events?after=${wrong}`);
      expect(answer.status, wrong).to.equal(400);
    }
    expect((await customer.client.refused('GET', '/v1/events?wait=26')).status).to.equal(400);
  });

  it('ends what waits when the process stops', async () => {
    const { next_cursor: start } = await read();
    const began = performance.now();
    const waiting = read(`?after=${start}&wait=20`);
    await until('a second question to the database', async () => performance.now() - began > 700);
    suite.api.deps.stopping.abort();
    expect(await waiting).to.deep.include({ data: [], next_cursor: start });
    expect(performance.now() - began, 'not the 20 s to the end').to.be.below(15_000);
  });
});
