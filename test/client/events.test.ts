import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect } from 'chai';
import { closeServers, openServer } from '../support/loopback.js';
import { failureOf, installedClient } from './installed.js';

const ID = `gen_${'1'.repeat(32)}`;
const PATH = `/v1/generations/${ID}`;
const ENDED = { id: ID, object: 'generation', type: 'image', status: 'completed', completed_at: 2 };
const message = (id: number, event: string, data: object) =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** The server is scripted, because a real one does not break its streams. */
describe('a subscription of the client', () => {
  const installed = installedClient();
  afterEach(closeServers);

  /**
   * Starts a server with one response per request, and subscribes to it.
   * @returns its requests and events
   */
  async function subscribeTo(answers: Answer[], lastEventId?: string) {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      const { 'last-event-id': last = '' } = request.headers;
      requests.push(`${request.url} ${String(last)}`.trim());
      answers.shift()?.(response, request);
    });
    const url = `http://127.0.0.1:${await openServer(server)}`;
    const media = installed.of(url, { apiKey: 'svc_live_x' });
    const events: string[] = [];
    const read = async () => {
      for await (const { type, id } of media.generations.subscribe(ID, { lastEventId })) {
        events.push(`${type} ${id}`);
      }
    };
    return { requests, events, read };
  }

  const stream =
    (...chunks: string[]): Answer =>
    (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      for (const chunk of chunks) response.write(chunk);
      response.end();
    };
  const json =
    (body: object, status = 200): Answer =>
    (response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    };
  const busy =
    (retryAfter: string): Answer =>
    (response) => {
      response.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': retryAfter });
      response.end(JSON.stringify({ error: { code: 'RATE_LIMITED', message: '' } }));
    };

  it('resumes a broken stream after the last event, and finishes with the final event', async () => {
    const cut: Answer = (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(`: hello\n\n${message(1, 'step', { stage: 'queue' })}`);
      response.write(`${message(2, 'progress', { fraction: 0.5 })}id: 3\nevent: st`, () =>
        response.destroy(),
      );
    };
    const { requests, events, read } = await subscribeTo([
      cut,
      stream(message(3, 'later', {}), message(4, 'completed', ENDED), 'never: read\n\n'),
    ]);
    await read();
    expect(events).to.deep.equal(['step 1', 'progress 2', 'completed 4']);
    expect(requests).to.deep.equal([`${PATH}/events`, `${PATH}/events 2`]);
  });

  it('begins after a given event, and reads messages split anywhere, with any line endings', async () => {
    const text = `retry: 10\r\n\r\n${message(8, 'failed', { ...ENDED, status: 'failed' })}`;
    const bytes = text.replaceAll('\n', '\r\n').replaceAll('\r\r', '\r').split('');
    const { requests, events, read } = await subscribeTo([stream(...bytes)], '7');
    await read();
    expect(events).to.deep.equal(['failed 8']);
    expect(requests).to.deep.equal([`${PATH}/events 7`]);
  });

  it('ends without an event if the last one was final', async () => {
    const over: Answer = (response) => response.writeHead(204).end();
    const { requests, events, read } = await subscribeTo([over], 'end');
    await read();
    expect([requests, events]).to.deep.equal([[`${PATH}/events end`], []]);
  });

  it('reads the generation if the last event contains only a part of it', async () => {
    const { requests, events, read } = await subscribeTo([
      stream(message(1, 'cancelled', { status: 'cancelled' })),
      json({ ...ENDED, status: 'cancelled' }),
    ]);
    await read();
    expect(events).to.deep.equal(['cancelled 1']);
    expect(requests.at(-1)).to.equal(PATH);
  });

  for (const status of [404, 406]) {
    it(`polls if the stream is refused with ${status}, also without \`wait\``, async () => {
      const refusal = (code: string, details = {}) => ({ error: { code, message: '', details } });
      const { requests, events, read } = await subscribeTo([
        json(refusal('NOT_FOUND'), status),
        json(refusal('VALIDATION_ERROR', { issues: [{ path: 'query.wait' }] }), 400),
        json({ ...ENDED, status: 'processing', completed_at: null }),
        json(ENDED),
      ]);
      await read();
      expect(events).to.deep.equal(['progress null', 'completed null']);
      expect(requests).to.deep.equal([`${PATH}/events`, `${PATH}?wait=25`, PATH, PATH]);
    });
  }

  it('polls immediately if the account has too many streams', async () => {
    const { requests, events, read } = await subscribeTo([busy('30'), json(ENDED)]);
    const began = performance.now();
    await read();
    expect(performance.now() - began).to.be.below(5_000);
    expect(requests).to.deep.equal([`${PATH}/events`, `${PATH}?wait=25`]);
    expect(events).to.deep.equal(['completed null']);
  });

  it('polls while the account has too many waiting requests', async () => {
    const running = json({ ...ENDED, status: 'processing', completed_at: null });
    const { requests, read } = await subscribeTo([
      json({ error: { code: 'NOT_FOUND', message: '' } }, 404),
      busy('0'),
      running,
      json(ENDED),
    ]);
    await read();
    expect(requests.slice(1)).to.deep.equal([`${PATH}?wait=25`, PATH, `${PATH}?wait=25`]);
  });

  it('fails after several streams that end without an event', async () => {
    const { read } = await subscribeTo(Array.from({ length: 10 }, () => stream(': nothing\n\n')));
    expect(await failureOf(read())).to.be.instanceOf(installed.client.ConnectionError);
  }).timeout(20_000);
});
