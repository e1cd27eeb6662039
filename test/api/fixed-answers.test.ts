import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { apiSuite, type Customer } from './suite.js';

const PATHS = ['/v1/models', '/v1/characters/presets', '/v1/openapi.json'];

describe('static responses', () => {
  const suite = apiSuite();
  let customer: Customer;
  before(async () => {
    customer = await suite.customer();
  });

  // Avoids `fetch`, which adds `Cache-Control: no-cache` to a request with `If-None-Match`.
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const asked = request(`${suite.api.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${customer.apiKey}`, ...headers },
    }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
  };
  const jsonOf = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

  it('have a strong ETag that is stable and differs for gzip', async () => {
    for (const path of PATHS) {
      const plain = await ask(path);
      const packed = await ask(path, { 'Accept-Encoding': 'gzip' });
      expect(plain.headers.etag, path).to.match(/^"[0-9a-f]{32}"$/);
      expect(packed.headers.etag, path).to.equal(plain.headers.etag?.replace(/"$/, '-gzip"'));
      expect(packed.headers['content-encoding'], path).to.equal('gzip');
      expect(plain.headers, path).to.not.have.property('content-encoding');
      expect(plain.headers.vary, path).to.equal('Accept-Encoding');
      expect(plain.headers['content-type'], path).to.match(/^application\/json/);
      expect(jsonOf(gunzipSync(packed.bytes)), path).to.deep.equal(jsonOf(plain.bytes));
      expect((await ask(path)).headers.etag, path).to.equal(plain.headers.etag);
    }
  });

  it('are a 304 without a body for GET and HEAD when the client has the current version', async () => {
    for (const path of PATHS) {
      const tag = (await ask(path)).headers.etag ?? '';
      for (const method of ['GET', 'HEAD']) {
        for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
          const answer = await ask(path, { 'If-None-Match': known }, method);
          expect(answer.status, `${method} ${path} ${known}`).to.equal(304);
          expect(answer.bytes.length).to.equal(0);
          expect(answer.headers.etag).to.equal(tag);
          expect(answer.headers['cache-control']).to.include('no-cache');
        }
      }
    }
  });

  it('are sent in full for another ETag or encoding, or when caching is not allowed', async () => {
    for (const path of PATHS) {
      const tag = (await ask(path, { 'Accept-Encoding': 'gzip' })).headers.etag ?? '';
      const packed = { 'If-None-Match': tag, 'Accept-Encoding': 'gzip' };
      const whole: Record<string, string>[] = [
        { 'If-None-Match': '"other"' },
        { 'If-None-Match': tag },
        { ...packed, 'Cache-Control': 'no-cache' },
      ];
      expect((await ask(path, packed)).status, path).to.equal(304);
      for (const headers of whole) {
        const answer = await ask(path, headers);
        expect(answer.status, `${path} ${JSON.stringify(headers)}`).to.equal(200);
        expect(answer.bytes.length).to.be.greaterThan(0);
      }
    }
  });

  it('can be cached only by their caller, and are sent only to a valid key', async () => {
    for (const path of PATHS.filter((one) => one !== '/v1/openapi.json')) {
      const { headers } = await ask(path);
      expect(headers['cache-control'], path).to.equal('private, no-cache');
      expect(headers['x-ratelimit-remaining'], path).to.match(/^\d+$/);
      const stranger = { 'If-None-Match': headers.etag ?? '', Authorization: 'Bearer wrong' };
      expect((await ask(path, stranger)).status, path).to.equal(401);
    }
  });

  it('equal the response to the same request with a query, and invalid queries are still refused', async () => {
    const { bytes } = await ask('/v1/voices');
    expect(jsonOf((await ask('/v1/voices?limit=100')).bytes)).to.deep.equal(jsonOf(bytes));
    expect((await ask('/v1/models?limit=1')).status).to.equal(400);
  });
});
