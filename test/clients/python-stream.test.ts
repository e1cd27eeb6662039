import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect } from 'chai';
import { closeServers, openServer } from '../support/loopback.js';
import { MODES, usePythonClient } from './python-rig.js';

const ID = `gen_${'0'.repeat(32)}`;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const BUSY = JSON.stringify({ error: { code: 'RATE_LIMITED', message: 'Wait.' } });
const INVALID = JSON.stringify({ error: { code: 'VALIDATION_ERROR', message: 'No wait.' } });
const DONE = JSON.stringify({ status: 'completed', result: { url: 'http://files/fox.webp' } });
const event = (type: string, id: number, status: string) =>
  `id: ${id}\nevent: ${type}\ndata: {"status":\ndata: "${status}"}\n\n`;

describe('the Python client and a server that misbehaves', () => {
  const client = usePythonClient();
  let requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];
  afterEach(() => {
    closeServers();
    requests = [];
  });

  /** Creates a server that sends the responses in order and repeats the last one. */
  async function serve(...answers: ((response: ServerResponse) => void)[]) {
    const server = createServer((request, response) => {
      requests.push({ path: request.url ?? '', headers: request.headers });
      (answers.length > 1 ? answers.shift() : answers[0])?.(response);
    });
    return { url: `http://127.0.0.1:${await openServer(server)}`, apiKey: 'key' };
  }
  const stream =
    (text: string, end: (response: ServerResponse) => void) => (to: ServerResponse) => {
      to.writeHead(200, { 'Content-Type': 'text/event-stream' });
      to.write(text, () => end(to));
    };

  for (const mode of MODES) {
    it(`resumes events after the last one when the stream breaks or closes (${mode})`, async () => {
      const half = 'id: 3\nevent: progress\ndata: {"stat';
      const platform = await serve(
        stream(`retry: 10\n\n: beat\n\n${event('step', 1, 'queued')}${half}`, (to) => to.destroy()),
        (to) => to.writeHead(503, { 'Retry-After': '1' }).end(),
        stream(event('progress', 2, 'processing'), (to) => to.end()),
        stream(event('completed', 3, 'completed'), () => undefined),
      );
      const { events } = await client.play<{ events: unknown[] }>('follow', mode, platform, ID);
      expect(events).to.deep.equal([
        ['step', '1', 'queued'],
        ['progress', '2', 'processing'],
        ['completed', '3', 'completed'],
      ]);
      expect(requests.map(({ path }) => path)).to.deep.equal(
        Array.from({ length: 4 }, () => `/v1/generations/${ID}/events`),
      );
      const resumed = requests.map(({ headers }) => headers['last-event-id']);
      expect(resumed).to.deep.equal([undefined, '1', '1', '2']);
      expect(requests[0]?.headers).to.include({
        accept: 'text/event-stream',
        authorization: 'Bearer key',
      });
    });

    it(`ends if the last event that it has received was the end (${mode})`, async () => {
      const platform = await serve((to) => to.writeHead(204).end());
      const args = [ID, '4.completed'] as const;
      const { events } = await client.play<{ events: unknown[] }>(
        'follow',
        mode,
        platform,
        ...args,
      );
      expect(events).to.deep.equal([]);
      expect(requests[0]?.headers).to.include({ 'last-event-id': '4.completed' });
    });

    it(`polls a server that has no event stream (${mode})`, async () => {
      const poll = (status: string) => (to: ServerResponse) =>
        void to.writeHead(200, JSON_TYPE).end(JSON.stringify({ status }));
      const platform = await serve(
        (to) => to.writeHead(404).end(),
        ...['queued', 'queued', 'processing', 'failed'].map(poll),
      );
      const { events } = await client.play<{ events: unknown[] }>('follow', mode, platform, ID);
      expect(events).to.deep.equal([
        ['progress', null, 'queued'],
        ['progress', null, 'processing'],
        ['failed', null, 'failed'],
      ]);
    });

    it(`goes on waiting on an older server and while the account has too many requests (${mode})`, async () => {
      const busy = (to: ServerResponse) => void to.writeHead(429, { 'Retry-After': '0' }).end(BUSY);
      const refuse = (to: ServerResponse) => void to.writeHead(400, JSON_TYPE).end(INVALID);
      const answer = (to: ServerResponse) => void to.writeHead(200, JSON_TYPE).end(DONE);
      const platform = await serve(refuse, busy, busy, busy, answer);
      const { url } = await client.play<{ url: string }>('wait', mode, platform, ID);
      expect(url).to.equal('http://files/fox.webp');
      const path = `/v1/generations/${ID}`;
      expect(requests.map((request) => request.path)).to.deep.equal([
        `${path}?wait=25`,
        ...Array.from({ length: 4 }, () => path),
      ]);
    });

    it(`ends a call at its total timeout even if bytes still arrive (${mode})`, async () => {
      const drips: NodeJS.Timeout[] = [];
      const platform = await serve((response) => {
        response.writeHead(202, { 'Content-Type': 'application/json' });
        drips.push(setInterval(() => response.write(' '), 100));
      });
      const did = await client.play<object>('stalled', mode, platform);
      for (const drip of drips) clearInterval(drip);
      expect(did).to.deep.include({ class: 'ConnectionFailedError', has_key: true });
      expect(did).to.have.property('seconds').that.is.within(0.9, 3);
      expect(requests).to.have.length(1);
    });
  }
});
