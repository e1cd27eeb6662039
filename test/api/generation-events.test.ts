import { expect } from 'chai';
import { openGenerationStream, type GenerationStream } from '../../api/stream-generation.js';
import { failGeneration } from '../../domain/generations/advance-generation.js';
import { recordReported } from '../../domain/generations/record-reported.js';
import { Watch } from '../../domain/durable/watch.js';
import type { GenerationPoll } from '../../domain/generations/watch-generations.js';
import { EventWaiters } from '../../domain/webhooks/event-waiters.js';
import { startApi, type TestApi } from '../support/platform.js';
import { until } from '../support/until.js';
import { apiSuite, type Customer } from './suite.js';

interface Message {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: { stage?: string; ended_at?: number | null; status?: string };
}

function parse(text: string): Message[] {
  const field = (block: string, name: string) =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  return text
    .split('\n\n')
    .filter((block) => /^data: /m.test(block))
    .map((block) => ({
      id: field(block, 'id'),
      event: field(block, 'event'),
      data: JSON.parse(field(block, 'data') ?? ''),
    }));
}

describe('GET /v1/generations/{id}/events', () => {
  const suite = apiSuite();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ raised: { requests_per_minute: 100_000 } });
  });
  const pathOf = (id: string) => `/v1/generations/${id}/events`;
  const whole = async (id: string, headers: Record<string, string> = {}) => {
    const answer = await customer.client.call<string>('GET', pathOf(id), { headers });
    return { ...answer, messages: parse(answer.text) };
  };
  const names = (messages: readonly Message[]) =>
    messages.map(({ event, data }) =>
      event === 'step' ? `${data.stage} ${data.ended_at === null ? 'started' : 'ended'}` : event,
    );
  const streams = (count: number, { edge }: TestApi = suite.api) =>
    until(`${count} streams are open`, async () => edge.generationStreams.waiting === count);

  /** Opens a stream and reads it in the background. */
  const follow = async (id: string, url = suite.api.url, apiKey = customer.apiKey) => {
    const leaving = new AbortController();
    const answer = await fetch(url + pathOf(id), {
      headers: { Authorization: `Bearer ${apiKey}` },
      signal: leaving.signal,
    });
    let text = '';
    let isOver = false;
    const take = async () => {
      for await (const piece of answer.body ?? []) text += Buffer.from(piece).toString();
    };
    void take()
      .catch(() => undefined)
      .finally(() => (isOver = true));
    return {
      answer,
      messages: () => parse(text),
      over: () => until('the stream has ended', async () => isOver),
      leave: () => leaving.abort(),
    };
  };

  const COMPLETED = [
    'queue started',
    'queue ended',
    'image_generation started',
    'storage started',
    'image_generation ended',
    'storage ended',
    'completed',
  ];

  it('sends each step as it happens, then the result, and closes', async () => {
    const id = await suite.queued(customer);
    const stream = await follow(id);
    expect(stream.answer.headers.get('content-type')).to.equal('text/event-stream; charset=utf-8');
    await streams(1);
    await suite.claim(id);
    await until('the first stage has arrived', async () =>
      names(stream.messages()).includes('image_generation started'),
    );
    await recordReported(
      suite.db,
      { generationId: id, stage: 'image_generation', attempt: 1 },
      { position: null, fraction: 0.4 },
    );
    await until('the progress report has arrived', async () =>
      stream.messages().some(({ data }) => 'fraction' in data && data.fraction === 0.4),
    );
    await suite.complete(id);
    await stream.over();
    await streams(0);
    const messages = stream.messages();
    const steps = names(messages).filter((name) => name !== 'progress');
    expect(steps.at(0)).to.equal('queue started');
    expect(new Set(steps)).to.deep.equal(new Set(COMPLETED));
    expect(messages.at(-1)?.data).to.include({ id, status: 'completed' });
    expect(messages.every(({ id: cursor }) => cursor !== undefined && cursor !== '')).to.equal(
      true,
    );
    const progress = messages.filter(({ event }) => event === 'progress').map(({ data }) => data);
    expect(progress[0]).to.deep.equal({
      stage: 'queue',
      fraction: null,
      queue_position: null,
      eta_ms: null,
    });
  });

  it('replays the same events in the same order for a completed generation', async () => {
    const id = await suite.queued(customer);
    await suite.complete(id);
    const first = await whole(id);
    expect(first.status).to.equal(200);
    expect(names(first.messages)).to.deep.equal(COMPLETED);
    expect((await whole(id)).text).to.equal(first.text);
  });

  it('resumes after the last event that the client received, and returns 204 after the final event', async () => {
    const id = await suite.queued(customer);
    await suite.complete(id);
    const { messages } = await whole(id);
    for (const [at, { id: cursor = '' }] of messages.entries()) {
      const rest = await whole(id, { 'Last-Event-ID': cursor });
      const isEnd = at === messages.length - 1;
      expect(rest.status).to.equal(isEnd ? 204 : 200);
      expect(rest.messages).to.deep.equal(messages.slice(at + 1));
    }
    const later = await whole(id, { 'Last-Event-ID': '1.storage.9.started' });
    expect(names(later.messages)).to.deep.equal(COMPLETED);
  });

  it('rejects the event id of another stream', async () => {
    const id = await suite.queued(customer);
    for (const cursor of ['fox', '1', '1.', '1.storage.x.started', '-1.completed']) {
      const answer = await customer.client.refused('GET', pathOf(id), {
        headers: { 'Last-Event-ID': cursor },
      });
      expect([answer.status, answer.body.error.code], cursor).to.deep.equal([
        400,
        'VALIDATION_ERROR',
      ]);
    }
    expect(suite.api.edge.generationStreams.waiting).to.equal(0);
  });

  it('sends `failed` or `cancelled` as its last event', async () => {
    const [failing, cancelled] = [await suite.queued(customer), await suite.queued(customer)];
    const both = [await follow(failing), await follow(cancelled)];
    await failGeneration(
      suite.api.deps,
      failing,
      { code: 'TIMEOUT', message: 'It took too long.' },
      { stage: 'queue', resolution: 'stopped', status: null, message: 'Stopped.' },
    );
    await suite.cleanUp();
    for (const stream of both) await stream.over();
    expect(both.map((stream) => stream.messages().at(-1)?.event)).to.deep.equal([
      'failed',
      'cancelled',
    ]);
  });

  it('returns 404 to another account, and 403 without the read scope', async () => {
    const id = await suite.queued(customer);
    const stranger = await suite.customer();
    expect((await stranger.client.refused('GET', pathOf(id))).status).to.equal(404);
    const { apiKey } = await suite.key(customer.accountId, { scopes: ['generate'] });
    expect((await suite.client(apiKey).refused('GET', pathOf(id))).status).to.equal(403);
  });

  it('closes before the next event if the key was revoked', async () => {
    const id = await suite.queued(customer);
    const { apiKey, keyId } = await suite.key(customer.accountId);
    const stream = await follow(id, suite.api.url, apiKey);
    await streams(1);
    await suite.db.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [keyId]);
    await suite.complete(id);
    await stream.over();
    expect(names(stream.messages())).not.to.include('completed');
  });

  it('closes when the client disconnects', async () => {
    const stream = await follow(await suite.queued(customer));
    await streams(1);
    stream.leave();
    await streams(0);
  });

  it('closes when the process stops', async () => {
    const id = await suite.queued(customer);
    const api = await startApi();
    try {
      const stream = await follow(id, api.url);
      await streams(1, api);
      api.deps.stopping.abort();
      await stream.over();
    } finally {
      await api.stop();
    }
  });

  it('is limited per account and per process', async () => {
    const api = await startApi({}, undefined, { generationStreams: new EventWaiters(2, 1) });
    const other = await suite.customer();
    const [mine, theirs] = [await suite.queued(customer), await suite.queued(other)];
    try {
      const open = [await follow(mine, api.url), await follow(theirs, api.url, other.apiKey)];
      await streams(2, api);
      const client = customer.client.at(api.url);
      expect((await client.refused('GET', pathOf(mine))).status).to.equal(429);
      const third = await suite.customer();
      const last = await suite.queued(third);
      expect((await third.client.at(api.url).refused('GET', pathOf(last))).status).to.equal(503);
      for (const stream of open) stream.leave();
      await streams(0, api);
    } finally {
      await api.stop();
    }
  });
});

describe('a stream about a generation', () => {
  const suite = apiSuite();
  const stream = async (change: Partial<GenerationStream>) => {
    const customer = await suite.customer();
    const { body: generation } = await customer.client.image({ prompt: 'a red fox' });
    const first = { generation, steps: [] };
    const poll = { id: generation.id, status: generation.status, stage: null, mark: 'queued' };
    const { body } = openGenerationStream({
      id: generation.id,
      first,
      read: async () => first,
      watch: new Watch<GenerationPoll>(async () => new Map([[generation.id, poll]]), 1),
      lastEventId: null,
      isWelcome: async () => true,
      ended: [],
      times: { beatSeconds: 0.005, lengthMs: 60_000 },
      ...change,
    });
    let text = '';
    for await (const piece of body) text += String(piece);
    return text;
  };

  it('sends heartbeats while nothing happens, and closes when its reader loses access', async () => {
    let asked = 0;
    const text = await stream({ isWelcome: async () => (asked += 1) < 4 });
    expect(text).to.match(/(?:: heartbeat\n\n){2,3}$/);
  });

  it('closes after its maximum duration, and if the generation was deleted', async () => {
    const times = { beatSeconds: 0.005, lengthMs: 0 };
    expect(await stream({ times })).to.match(/^retry: 1000\n\n/);
    expect(await stream({ read: async () => null })).not.to.include('heartbeat');
    const watch = new Watch<GenerationPoll>(async () => new Map(), 1);
    expect(await stream({ watch })).not.to.include('heartbeat');
  });
});
