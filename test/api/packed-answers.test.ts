import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { apiSuite, type Customer } from './suite.js';

describe('response compression', () => {
  const suite = apiSuite();
  let customer: Customer;
  before(async () => {
    customer = await suite.customer({ credits: 1_000, raised: { concurrent_jobs: 100 } });
  });

  const get = async (path: string, encodings?: string) => {
    const asked = request(`${suite.api.url}${path}`, {
      headers: {
        Authorization: `Bearer ${customer.apiKey}`,
        ...(encodings !== undefined && { 'Accept-Encoding': encodings }),
      },
    }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return { headers: answer.headers, bytes: await buffer(answer) };
  };
  const jsonOf = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

  it('applies to the OpenAPI document and long lists when the client accepts it', async () => {
    const prompt = `a red fox ${'in deep snow '.repeat(100)}`;
    for (let n = 0; n < 8; n += 1) await suite.queued(customer, prompt);
    for (const path of ['/v1/openapi.json', '/v1/generations']) {
      const plain = await get(path);
      expect(plain.headers['content-encoding'], path).to.equal(undefined);
      expect(plain.headers.vary, path).to.equal('Accept-Encoding');
      const packed = await get(path, 'br, gzip;q=0.8');
      expect(packed.headers['content-encoding'], path).to.equal('gzip');
      expect(packed.headers['content-length'], path).to.equal(String(packed.bytes.length));
      expect(packed.headers['content-type'], path).to.match(/^application\/json/);
      expect(packed.headers.vary, path).to.equal('Accept-Encoding');
      expect(jsonOf(gunzipSync(packed.bytes)), path).to.deep.equal(jsonOf(plain.bytes));
      expect(packed.bytes.length, path).to.be.lessThan(plain.bytes.length / 4);
      const refusing = await get(path, 'gzip;q=0, identity');
      expect(refusing.headers['content-encoding'], path).to.equal(undefined);
    }
  });

  it('does not apply to short responses, errors and archives', async () => {
    const id = await suite.queued(customer);
    const key = (await suite.complete(id))[0] ?? '';
    await suite.api.deps.store.put(key, Buffer.alloc(20_000), 'image/webp');
    const paths = ['/v1/generations?limit=1', '/v1/nothing', `/v1/generations/archive?ids=${id}`];
    for (const path of paths) {
      const { headers } = await get(path, 'gzip');
      expect(headers['content-encoding'], path).to.equal(undefined);
    }
  });
});
