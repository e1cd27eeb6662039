import { expect } from 'chai';
import { MODES, usePythonClient } from './python-rig.js';
import { hangUp, json, page, refusal, stream, useScriptedServer } from './scripted-server.js';

const ID = `gen_${'0'.repeat(32)}`;
const INVALID = refusal('VALIDATION_ERROR', 400);
const DONE = json({ status: 'completed', result: { url: 'http://files/fox.webp' } });
const event = (type: string, id: number, status: string) =>
  `id: ${id}\nevent: ${type}\ndata: {"status":\ndata: "${status}"}\n\n`;

describe('the Python client with a misbehaving server', () => {
  const client = usePythonClient();
  const { requests, serve } = useScriptedServer();

  for (const mode of MODES) {
    it(`resumes after the last event when the stream breaks or closes (${mode})`, async () => {
      const half = 'id: 3\nevent: progress\ndata: {"stat';
      const platform = await serve(
        stream(`retry: 10\n\n: beat\n\n${event('step', 1, 'queued')}${half}`, (to) => to.destroy()),
        page(503, '', 'text/html', { 'Retry-After': '1' }),
        stream(event('progress', 2, 'processing'), (to) => to.end()),
        stream(event('completed', 3, 'completed')),
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

    it(`ends if the last received event was final (${mode})`, async () => {
      const platform = await serve(page(204, ''));
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

    it(`polls if the server does not stream events (${mode})`, async () => {
      const platform = await serve(
        page(404, ''),
        ...['queued', 'queued', 'processing', 'failed'].map((status) => json({ status })),
      );
      const { events } = await client.play<{ events: unknown[] }>('follow', mode, platform, ID);
      expect(events).to.deep.equal([
        ['progress', null, 'queued'],
        ['progress', null, 'processing'],
        ['failed', null, 'failed'],
      ]);
    });

    it(`continues to wait on an older server, and while the account has too many requests (${mode})`, async () => {
      const busy = refusal('RATE_LIMITED', 429, { 'Retry-After': '0' });
      const platform = await serve(INVALID, busy, busy, busy, DONE);
      const { url } = await client.play<{ url: string }>('wait', mode, platform, ID);
      expect(url).to.equal('http://files/fox.webp');
      const path = `/v1/generations/${ID}`;
      expect(requests.map((request) => request.path)).to.deep.equal([
        `${path}?wait=25`,
        ...Array.from({ length: 4 }, () => path),
      ]);
    });

    it(`polls immediately if the account has too many streams or waits (${mode})`, async () => {
      const platform = await serve(
        refusal('RATE_LIMITED', 429, { 'Retry-After': '30' }),
        refusal('RATE_LIMITED', 429, { 'Retry-After': '0' }),
        json({ status: 'completed' }),
      );
      const { events } = await client.play<{ events: unknown[] }>('follow', mode, platform, ID);
      expect(events).to.deep.equal([['completed', null, 'completed']]);
      const path = `/v1/generations/${ID}`;
      expect(requests.map((request) => request.path)).to.deep.equal([
        `${path}/events`,
        `${path}?wait=25`,
        path,
      ]);
    });

    it(`rejects a stream whose events are not JSON (${mode})`, async () => {
      const platform = await serve(
        stream('event: progress\ndata: <h1>Sorry</h1>\n\n', (to) => to.end()),
      );
      const { failures } = await client.play<{ failures: { class: string; body: string }[] }>(
        'refused',
        mode,
        platform,
      );
      expect(failures.at(-1)).to.include({
        class: 'UnexpectedResponseError',
        body: '<h1>Sorry</h1>',
      });
    });

    const failing = page(503, '', 'text/html', { 'Retry-After': '0' });
    const moved = page(307, '', 'text/html', { Location: '/elsewhere' });
    const uploads = {
      'repeats only the check of a file that it has sent': {
        answers: [page(200, ''), failing, failing, json({ status: 'ready' })],
        sent: ['PUT', 'GET', 'GET', 'GET'],
        result: { status: 'ready' },
      },
      'reports a check that fails for good': {
        answers: [page(200, ''), failing],
        sent: ['PUT', 'GET', 'GET', 'GET'],
        result: { class: 'UnexpectedResponseError', code: null, status: 503 },
      },
      'sends a file again if its store has not received it': {
        answers: [hangUp, failing, page(200, ''), json({ status: 'ready' })],
        sent: ['PUT', 'PUT', 'PUT', 'GET'],
        result: { status: 'ready' },
      },
      'reports a store that redirects instead of storing the file': {
        answers: [moved],
        sent: ['PUT'],
        result: { class: 'UploadFailedError', code: null, status: 307 },
      },
    };
    for (const [name, { answers, sent, result }] of Object.entries(uploads)) {
      it(`${name} (${mode})`, async () => {
        const platform = await serve(
          (response, request) =>
            json({
              id: 'upl_1',
              upload_method: 'PUT',
              upload_url: `http://${request.headers.host}/store`,
              upload_headers: { 'Content-Length': '1000' },
            })(response, request),
          ...answers,
        );
        expect(await client.play('checked', mode, platform, '2')).to.deep.equal(result);
        expect(requests.map(({ method }) => method)).to.deep.equal(['POST', ...sent]);
        const files = requests.filter(({ method }) => method === 'PUT');
        for (const { body } of files.slice(1)) expect(body).to.equal('0'.repeat(1000));
      });
    }
  }
}).timeout(60_000);
