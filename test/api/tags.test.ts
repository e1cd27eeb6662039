import { expect } from 'chai';
import { apiSuite, type Customer } from './suite.js';

describe("a generation's ETag", () => {
  const suite = apiSuite();
  let customer: Customer;
  let url: string;
  let id: string;
  beforeEach(async () => {
    customer = await suite.customer();
    id = await suite.queued(customer);
    url = `${suite.api.url}/v1/generations/${id}`;
  });

  /** Sends Cache-Control, because without it `fetch` adds `no-cache` to a conditional request. */
  const read = (headers: Record<string, string> = {}) =>
    fetch(url, {
      headers: {
        Authorization: `Bearer ${customer.apiKey}`,
        'Cache-Control': 'max-age=0',
        ...headers,
      },
    });
  const tag = async () => (await read()).headers.get('etag') ?? '';

  it('yields a 304 without a body for a client that has the current version', async () => {
    const again = await read({ 'If-None-Match': await tag() });
    expect(again.status).to.equal(304);
    expect(await again.text()).to.equal('');
    expect(again.headers.get('etag')).to.equal(await tag());
    expect(again.headers.get('cache-control')).to.equal('private, no-cache');
    expect(again.headers.get('x-ratelimit-remaining')).to.match(/^\d+$/);
  });

  it('changes once the generation has changed', async () => {
    const before = await tag();
    await suite.complete(id);
    const after = await read({ 'If-None-Match': before });
    expect(after.status).to.equal(200);
    expect(await after.json()).to.include({ id, status: 'completed' });
    expect(after.headers.get('etag')).not.to.equal(before);
  });

  it('is ignored when a client requests an uncached response', async () => {
    const headers = { 'If-None-Match': await tag(), 'Cache-Control': 'no-cache' };
    expect((await read(headers)).status).to.equal(200);
  });

  it('reveals nothing to another account', async () => {
    const stranger = await suite.customer();
    const headers = { 'If-None-Match': await tag(), Authorization: `Bearer ${stranger.apiKey}` };
    expect((await read(headers)).status).to.equal(404);
  });
});
