import { createServer, type ServerResponse } from 'node:http';
import { expect } from 'chai';
import { closeServers, openServer } from '../support/loopback.js';
import { failureOf, installedClient } from './installed.js';

const ID = `gen_${'1'.repeat(32)}`;
/** Much less than the client waits for a response by default. */
const TIMEOUT_MS = 300;
const LATEST_MS = 5_000;

describe('a deadline of the client', () => {
  const installed = installedClient();
  afterEach(closeServers);

  /** Starts a server that responds only to requests whose URL has this ending. */
  async function startServer(ending: string, answer: (response: ServerResponse) => void) {
    const requests: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      requests.push(url.replace(/.*\/gen_\w+/, ''));
      if (url.endsWith(ending)) answer(response);
    });
    const url = `http://127.0.0.1:${await openServer(server)}`;
    return { requests, media: installed.of(url, { apiKey: 'svc_live_x' }) };
  }

  /** Expects that a call ends with a TimeoutError soon after its deadline. */
  async function expectTimeout(call: () => Promise<unknown>): Promise<void> {
    const began = performance.now();
    const error = await failureOf(call());
    if (!(error instanceof installed.client.TimeoutError)) throw error;
    expect(error.message).to.equal(`${ID} has not ended within ${TIMEOUT_MS} ms.`);
    expect(performance.now() - began).to.be.within(TIMEOUT_MS - 10, LATEST_MS);
  }

  const readAll = async (events: AsyncIterable<unknown>) => {
    for await (const event of events) expect(event).to.be.an('object');
  };
  const stream = (text: string) => (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(text);
  };

  it('ends a wait while the server does not respond', async () => {
    const { media, requests } = await startServer('/none', () => undefined);
    await expectTimeout(() => media.generations.wait(ID, { timeoutMs: TIMEOUT_MS }));
    expect(requests[0]).to.equal('?wait=1');
  });

  it('ends a subscription before its stream is open', async () => {
    const { media } = await startServer('/none', () => undefined);
    await expectTimeout(() => readAll(media.generations.subscribe(ID, { timeoutMs: TIMEOUT_MS })));
  });

  it('ends a subscription with an endless stream, and closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const { media } = await startServer('/events', (response) => {
      response.once('close', () => closed.resolve());
      stream('id: 1\nevent: progress\ndata: {}\n\n')(response);
    });
    await expectTimeout(() => readAll(media.generations.subscribe(ID, { timeoutMs: TIMEOUT_MS })));
    await closed.promise;
  });

  it('ends a subscription that reads the generation after the last event', async () => {
    const last = 'id: 1\nevent: completed\ndata: {}\n\n';
    const { media, requests } = await startServer('/events', stream(last));
    await expectTimeout(() => readAll(media.generations.subscribe(ID, { timeoutMs: TIMEOUT_MS })));
    expect(requests).to.deep.equal(['/events', '']);
  });

  it('preserves the abort reason when the read after the last event is aborted', async () => {
    const last = 'id: 1\nevent: completed\ndata: {}\n\n';
    const { media } = await startServer('/events', stream(last));
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const reading = readAll(media.generations.subscribe(ID, { signal }));
    expect(await failureOf(reading)).to.equal(signal.reason);
  });
}).timeout(20_000);
