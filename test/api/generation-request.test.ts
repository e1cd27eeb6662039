import { expect } from 'chai';
import type { GenerationRequestBody } from '../../domain/contract/generation-request.js';
import { signedIn } from '../support/person.js';
import { apiSuite } from './suite.js';

describe('GET /app/api/generations/{id}/request', () => {
  const suite = apiSuite();

  it('returns the request id and the key prefix, but not the key', async () => {
    const customer = await suite.customer();
    const person = await signedIn(suite.db, suite.api.url, customer);
    const made = await customer.client.image({ prompt: 'a fox' });
    const path = `/app/api/generations/${made.body.id}/request`;
    const { body } = await person.get<GenerationRequestBody>(path);
    expect(body.request_id).to.equal(made.headers.get('x-request-id'));
    expect(customer.apiKey.startsWith(body.key?.prefix ?? '-')).to.equal(true);
    expect(body.key?.prefix).to.have.length.below(customer.apiKey.length / 2);
  });

  it('names the dashboard as the source, and works after the stored response has expired', async () => {
    const customer = await suite.customer();
    const person = await signedIn(suite.db, suite.api.url, customer);
    const made = await person.call<{ id: string }>('POST', '/app/api/images', {
      body: { prompt: 'a fox' },
    });
    expect(made.status, made.text).to.equal(202);
    const path = `/app/api/generations/${made.body.id}/request`;
    const named = { name: 'Dashboard', prefix: null };
    const id = made.headers.get('x-request-id');
    expect((await person.get(path)).body).to.deep.equal({
      object: 'generation_request',
      request_id: id,
      key: named,
    });
    await suite.db.query('DELETE FROM idempotency_key WHERE request_id = $1', [id]);
    expect((await person.get(path)).body).to.deep.equal({
      object: 'generation_request',
      request_id: null,
      key: named,
    });
  });

  it("returns 404 for another account's generation", async () => {
    const id = await suite.queued(await suite.customer());
    const stranger = await signedIn(suite.db, suite.api.url, await suite.customer());
    const path = `/app/api/generations/${id}/request`;
    expect((await stranger.refused('GET', path)).status).to.equal(404);
  });
});
