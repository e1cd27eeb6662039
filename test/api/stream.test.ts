import { expect } from 'chai';
import { openEventStream } from '../../api/stream-events.js';
import { addMember } from '../../domain/accounts/add-member.js';
import { removeMember } from '../../domain/accounts/remove-member.js';
import { createId } from '../../domain/contract/ids.js';
import type { EventPage } from '../../domain/webhooks/read-events.js';
import { waitForOlderTransactions } from '../support/older-transactions.js';
import { signedIn, type Browser } from '../support/person.js';
import { until } from '../support/until.js';
import { apiSuite, type Customer } from './suite.js';

/** The messages of a stream up to now. */
interface Reading {
  readonly status: number;
  readonly type: string | null;
  /** Messages that have data, oldest first. */
  messages(): { id: string | null; type: string }[];
  /** Progress messages, oldest first. */
  progress(): { id: string }[];
  /** The last received id, including the id of a message without data. */
  lastId(): string | null;
  /** Whether the server has ended the stream. */
  isOver(): boolean;
  close(): void;
}

async function read(url: string, cookie: string, headers: object = {}): Promise<Reading> {
  const leaving = new AbortController();
  const answer = await fetch(`${url}/app/api/stream`, {
    headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', ...headers },
    signal: leaving.signal,
  });
  let text = '';
  let over = false;
  const take = async () => {
    for await (const piece of answer.body ?? []) text += Buffer.from(piece).toString();
  };
  void take()
    .catch(() => undefined)
    .finally(() => (over = true));
  const blocks = () => text.split('\n\n').slice(0, -1);
  const idIn = (block: string) => /^id: (.*)$/m.exec(block)?.[1] ?? null;
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    messages: () =>
      blocks().flatMap((block) => {
        const data = /^event: /m.test(block) ? null : /^data: (.*)$/m.exec(block)?.[1];
        return data ? [{ id: idIn(block), type: (JSON.parse(data) as { type: string }).type }] : [];
      }),
    progress: () =>
      blocks().flatMap((block) => {
        const data = /^event: progress\ndata: (.*)$/m.exec(block)?.[1];
        return data ? [JSON.parse(data) as { id: string }] : [];
      }),
    lastId: () =>
      blocks()
        .map(idIn)
        .findLast((id) => id !== null) ?? null,
    isOver: () => over,
    close: () => leaving.abort(),
  };
}

describe('GET /app/api/stream', () => {
  const suite = apiSuite();
  let customer: Customer;
  let person: Browser;
  const open: Reading[] = [];
  beforeEach(async () => {
    customer = await suite.customer();
    person = await signedIn(suite.db, suite.api.url, customer);
  });
  afterEach(() => {
    for (const one of open.splice(0)) one.close();
  });

  const stream = async (headers: object = {}) => {
    const reading = await read(suite.api.url, person.cookie, headers);
    open.push(reading);
    return reading;
  };
  const first = (reading: Reading) =>
    until('a cursor has arrived', async () => reading.lastId() !== null);

  it('sends new events, and resumes after the last id', async () => {
    await suite.complete(await suite.queued(customer));
    await waitForOlderTransactions(suite.db);
    const reading = await stream();
    expect(reading.status).to.equal(200);
    expect(reading.type).to.equal('text/event-stream; charset=utf-8');
    await first(reading);
    expect(reading.messages()).to.deep.equal([]);
    await suite.complete(await suite.queued(customer));
    await until('the event has arrived', async () => reading.messages().length === 1);
    const [message] = reading.messages();
    expect(message?.type).to.equal('generation.completed');
    reading.close();

    await suite.complete(await suite.queued(customer));
    const next = await stream({ 'Last-Event-ID': message?.id ?? '' });
    await until(
      'the event between the two streams has arrived',
      async () => next.messages().length === 1,
    );
    expect(next.messages()[0]?.id).not.to.equal(message?.id);
  });

  it('sends each step of generations in progress exactly once', async () => {
    const waiting = await suite.queued(customer);
    const reading = await stream();
    await first(reading);
    await until('the queue stage has arrived', async () => reading.progress().length === 1);
    await suite.claim(waiting);
    await until('the first stage has arrived', async () => reading.progress().length === 2);
    const foreign = await suite.queued(await suite.customer());
    await suite.complete(await suite.queued(customer));
    await until('the event has arrived', async () => reading.messages().length === 1);
    const progress = reading.progress();
    expect(progress.filter(({ id }) => id === waiting)).to.deep.equal([
      { object: 'generation_progress', id: waiting, status: 'queued', stage: null },
      {
        object: 'generation_progress',
        id: waiting,
        status: 'processing',
        stage: 'image_generation',
      },
    ]);
    expect(progress.map(({ id }) => id)).not.to.include(foreign);
  });

  it('does not send events of other accounts', async () => {
    const reading = await stream();
    await first(reading);
    const other = await suite.customer();
    await suite.complete(await suite.queued(other));
    await suite.complete(await suite.queued(customer));
    await until('an event has arrived', async () => reading.messages().length > 0);
    expect(reading.messages()).to.have.length(1);
  });

  it('allows two connections per session, and a third one when one of them is closed', async () => {
    const one = await stream();
    await stream();
    const third = await person.refused('GET', '/app/api/stream');
    expect([third.status, third.body.error.code]).to.deep.equal([429, 'RATE_LIMITED']);
    one.close();
    await until('a slot for a stream is free', async () => suite.api.edge.streams.waiting === 1);
    expect((await stream()).status).to.equal(200);
  });

  it('closes before a removed member would receive the next event', async () => {
    const memberId = createId('mem');
    const { accountId } = customer;
    await addMember(suite.db.manager, { id: memberId, accountId, name: 'Ada' });
    person = await signedIn(suite.db, suite.api.url, { accountId, memberId });
    const reading = await stream();
    await first(reading);
    await suite.db.transaction((tx) => removeMember(tx, memberId));
    await suite.complete(await suite.queued(customer));
    await until('the stream has ended', async () => reading.isOver());
    expect(reading.messages()).to.deep.equal([]);
  });

  it('rejects an invalid cursor, an API key, or a request without a session', async () => {
    const headers = { 'Last-Event-ID': 'fox' };
    expect((await person.refused('GET', '/app/api/stream', { headers })).status).to.equal(400);
    expect((await customer.client.refused('GET', '/app/api/stream')).status).to.equal(401);
    expect((await suite.client(null).refused('GET', '/app/api/stream')).status).to.equal(401);
    expect(suite.api.edge.streams.waiting).to.equal(0);
  });
});

describe('a stream of events', () => {
  const page: EventPage = { events: [], cursor: 'c1' };
  const times = { beatMs: 5, lengthMs: 60_000 };
  const text = async (change: object) => {
    const { body } = openEventStream({
      read: async () => page,
      first: page,
      next: async () => ({ newest: 'e1', open: [] }),
      isWelcome: async () => true,
      ended: [],
      times,
      ...change,
    });
    let all = '';
    for await (const piece of body) all += String(piece);
    return all;
  };

  it('closes with the next heartbeat after its user has signed out', async () => {
    let checks = 0;
    const isWelcome = async () => (checks += 1) < 3;
    const all = await text({ isWelcome });
    expect(all).to.equal('retry: 1000\n\nid: c1\n\nid: c1\n\nid: c1\n\n');
  });

  it('does not send an event after its user has signed out', async () => {
    const news = { events: [{ type: 'credits.low' }], cursor: 'c2' };
    const all = await text({
      read: async () => news,
      isWelcome: async () => false,
      times: { beatMs: 60_000, lengthMs: 60_000 },
    });
    expect(all).to.equal('retry: 1000\n\nid: c1\n\n');
  });

  it('reads all pages of events, and reads again when the newest event changes', async () => {
    const pages = [['a'], ['b'], [], ['c'], []];
    const newest = ['1', '1', '1', '1', '1', '2', '2', '2'];
    const asked: (string | null)[] = [];
    const readOn = async (after: string | null): Promise<EventPage> => {
      asked.push(after);
      const events = (pages.shift() ?? []).map((type) => ({ type })) as EventPage['events'];
      return { events, cursor: events.length > 0 ? `c${asked.length}` : (after ?? '') };
    };
    const next = async () => {
      const mark = newest.shift();
      return mark === undefined ? null : { newest: mark, open: [] };
    };
    const all = await text({ read: readOn, next, times: { beatMs: 60_000, lengthMs: 60_000 } });
    expect(asked).to.deep.equal(['c1', 'c1', 'c2', 'c2', 'c4']);
    expect([...all.matchAll(/"type":"(.)"/g)].map(([, type]) => type)).to.deep.equal([
      'a',
      'b',
      'c',
    ]);
  });

  it('closes after its maximum duration, and its first message sets the delay before reconnecting', async () => {
    expect(await text({ times: { beatMs: 5, lengthMs: 0 } })).to.equal('retry: 1000\n\nid: c1\n\n');
  });

  it('closes when its process shuts down', async () => {
    const stopped = AbortSignal.abort();
    expect(await text({ ended: [stopped] })).to.equal('retry: 1000\n\nid: c1\n\n');
  });
});
