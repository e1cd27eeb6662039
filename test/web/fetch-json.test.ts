import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { apiUrl, fetchJson } from '../../web/src/api/fetch-json.js';
import { readProblem } from '../../web/src/requests/problem.js';
import { closeServers, openServer } from '../support/loopback.js';

interface Sent {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const REFUSAL = { error: { code: 'NOT_FOUND', message: 'No such key.', request_id: 'req_1' } };

/** Returns the error of a request that must fail. */
const catchError = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => expect.fail('the request succeeded'),
    (error: unknown) => error,
  );

describe('fetchJson', () => {
  const realFetch = globalThis.fetch;
  let sent: Sent[];
  let response: { status: number; body: string } | null;
  let origin: string;

  beforeEach(async () => {
    sent = [];
    const server = createServer((request, reply) => {
      void text(request).then((body) => {
        sent.push({ method: request.method, url: request.url, headers: request.headers, body });
        // Without a response, the request stays open until the client or the test closes it.
        if (response) reply.writeHead(response.status).end(response.body);
      });
    });
    origin = `http://127.0.0.1:${await openServer(server)}`;
    // A browser resolves paths against the origin of the page; Node.js has no origin.
    globalThis.fetch = (path, init) => realFetch(new URL(path, origin), init);
  });

  afterEach(() => {
    globalThis.fetch = realFetch;
    closeServers();
  });

  it('sends the parameters, the query and the body, and returns the response', async () => {
    response = { status: 200, body: '{"id":"key 1"}' };
    const answer = await fetchJson('PATCH', '/keys/{id}', {
      params: { id: 'key 1/2' },
      query: { limit: 5, scope: ['read', 'social'], cursor: undefined, from: null },
      body: { name: 'Ø' },
      headers: { 'Idempotency-Key': 'once' },
    });
    expect(answer).to.deep.equal({ id: 'key 1' });
    const [{ method, url, headers, body }] = sent as [Sent];
    expect([method, url, body]).to.deep.equal([
      'PATCH',
      '/app/api/keys/key%201%2F2?limit=5&scope=read&scope=social',
      '{"name":"Ø"}',
    ]);
    expect(headers).to.include({ 'content-type': 'application/json', 'idempotency-key': 'once' });
  });

  it('writes an object of the query as pairs', async () => {
    response = { status: 200, body: '{}' };
    await fetchJson('GET', '/generations', { query: { metadata: { order: '4 2', shop: 'a&b' } } });
    expect(new URL(sent[0]?.url ?? '', origin).searchParams.toString()).to.equal(
      'metadata%5Border%5D=4+2&metadata%5Bshop%5D=a%26b',
    );
  });

  it('omits body, content type and query if none is given', async () => {
    response = { status: 200, body: '{}' };
    await fetchJson('GET', '/keys');
    const [{ url, headers, body }] = sent as [Sent];
    expect([url, body]).to.deep.equal([apiUrl('/keys'), '']);
    expect(headers).not.to.have.property('content-type');
  });

  it('returns an empty object for an empty success response', async () => {
    response = { status: 204, body: '' };
    expect(await fetchJson('DELETE', '/session')).to.deep.equal({});
  });

  it('throws the body of an error response', async () => {
    response = { status: 404, body: JSON.stringify(REFUSAL) };
    const error = await catchError(fetchJson('GET', '/keys/{id}', { params: { id: 'key_1' } }));
    expect(error).to.deep.equal(REFUSAL);
    expect(readProblem(error)).to.include({ code: 'NOT_FOUND', requestId: 'req_1' });
  });

  for (const [name, body, thrown] of [
    ['an empty object for an error response without a body', '', {}],
    ['the text of an error response that is not JSON', 'Bad gateway', 'Bad gateway'],
    ['an empty object for an error response of null', 'null', {}],
  ] as const) {
    it(`throws ${name}`, async () => {
      response = { status: 502, body };
      const error = await catchError(fetchJson('GET', '/keys'));
      expect(error).to.deep.equal(thrown);
      expect(readProblem(error).code).to.equal('UNAVAILABLE');
    });
  }

  it('throws the network error if the server cannot be reached', async () => {
    closeServers();
    const error = await catchError(fetchJson('GET', '/keys'));
    expect(error).to.be.an.instanceOf(TypeError);
    expect(readProblem(error).code).to.equal('NETWORK_ERROR');
  });

  it('throws an AbortError if the request is aborted before the response', async () => {
    response = null;
    const abort = new AbortController();
    const request = catchError(fetchJson('GET', '/keys', { signal: abort.signal }));
    abort.abort();
    expect(await request).to.have.property('name', 'AbortError');
  });
});

describe('the description of a refused request', () => {
  const describeRefusal = (...issues: readonly { path: string; message: string }[]) => {
    const [first] = issues;
    const message = `${first?.path}: ${first?.message}`;
    return readProblem({ error: { code: 'VALIDATION_ERROR', message, details: { issues } } });
  };
  const url = { path: 'body.url', message: 'use https' };

  it('names the field of a single problem once, without the part of the request', () => {
    const { message, issues } = describeRefusal(url);
    expect(message).to.equal('url: use https');
    expect(issues).to.deep.equal([{ path: 'url', message: 'use https' }]);
  });

  it('lists several problems below their number', () => {
    const { message, issues } = describeRefusal(url, { path: 'query.limit', message: 'use 1' });
    expect(message).to.equal('This request has 2 problems:');
    expect(issues.map(({ path }) => path)).to.deep.equal(['url', 'limit']);
  });
});
