import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { apiSuite, type Customer } from '../api/suite.js';
import { call, connectAgent, ERAS, metaOf, refuse, succeed } from './mcp-rig.js';

const FOX = { prompt: 'a red fox', resolution: '2K' };

describe("a tool's idempotency_key", () => {
  const suite = apiSuite({ workers: { media: false } });
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer();
  });

  for (const era of ERAS) {
    it(`makes a repeated call a replay that is charged only once (${era})`, async () => {
      const agent = await connectAgent(suite.api.url, customer.apiKey, { era });
      const given = { ...FOX, idempotency_key: 'once' };
      const first = await call(agent, 'generate_image', given);
      const again = await suite.leavesNothing(customer.accountId, () =>
        call(agent, 'generate_image', given),
      );
      expect(again.structuredContent).to.deep.equal(first.structuredContent);
      expect(metaOf(first)).to.deep.include({
        idempotency_key: 'once',
        idempotent_replayed: false,
      });
      expect(metaOf(again)).to.deep.include({ idempotency_key: 'once', idempotent_replayed: true });
      await agent.close();
    });
  }

  it('makes a tool call and an HTTP request with the same body one request, in either order', async () => {
    const agent = await connectAgent(suite.api.url, customer.apiKey);
    const { client, accountId } = customer;
    const called = await succeed<GenerationBody>(agent, 'generate_image', {
      ...FOX,
      edit: null,
      idempotency_key: '"shared"',
    });
    const sent = await suite.leavesNothing(accountId, () => client.image(FOX, { idem: 'shared' }));
    expect([sent.status, sent.body]).to.deep.equal([202, called]);
    expect(sent.headers.get('Idempotent-Replayed')).to.equal('true');

    const path = `/v1/generations/${called.id}/cancel`;
    const cancelled = await client.call('POST', path, { idem: 'cancelled' });
    const again = await succeed(agent, 'cancel_generation', {
      id: called.id,
      idempotency_key: 'cancelled',
    });
    expect(again).to.deep.equal(cancelled.body);
    await agent.close();
  });

  it('is refused if it is invalid or was used for another call or tool', async () => {
    const agent = await connectAgent(suite.api.url, customer.apiKey);
    const made = await succeed<GenerationBody>(agent, 'generate_image', {
      ...FOX,
      idempotency_key: 'used',
    });
    await suite.leavesNothing(customer.accountId, async () => {
      const other = { prompt: 'a blue fox', idempotency_key: 'used' };
      const { error } = await refuse(agent, 'generate_image', other);
      expect(error.details?.['code']).to.equal('IDEMPOTENCY_KEY_REUSED');
      const cancel = { id: made.id, idempotency_key: 'used' };
      const tool = await refuse(agent, 'cancel_generation', cancel);
      expect(tool.error.details?.['code']).to.equal('IDEMPOTENCY_KEY_REUSED');
      for (const key of ['', 'schlüssel', 'k'.repeat(256), 7]) {
        const wrong = await refuse(agent, 'generate_image', { ...FOX, idempotency_key: key });
        expect(wrong.error.details?.['code']).to.equal('IDEMPOTENCY_KEY_INVALID');
      }
    });
    await agent.close();
  });

  it('is generated when missing, and returned even when the call is refused', async () => {
    const agent = await connectAgent(suite.api.url, customer.apiKey);
    const [first, second] = [
      await call(agent, 'generate_image', FOX),
      await call(agent, 'generate_image', FOX),
    ];
    const key = metaOf(first)['idempotency_key'];
    expect(key).not.to.equal(metaOf(second)['idempotency_key']);
    const repeated = await suite.leavesNothing(customer.accountId, () =>
      call(agent, 'generate_image', { ...FOX, idempotency_key: key }),
    );
    expect(repeated.structuredContent).to.deep.equal(first.structuredContent);
    const { idempotency_key } = await refuse(agent, 'generate_image', {});
    expect(idempotency_key).to.be.a('string').and.not.equal(key);
    await agent.close();
  });

  it('yields only one generation for 20 concurrent calls', async () => {
    const agent = await connectAgent(suite.api.url, customer.apiKey);
    const given = { ...FOX, idempotency_key: randomUUID() };
    const calls = Array.from({ length: 20 }, () => succeed(agent, 'generate_image', given));
    const bodies = new Set((await Promise.all(calls)).map((body) => JSON.stringify(body)));
    expect(bodies.size).to.equal(1);
    expect((await suite.footprint(customer.accountId))['generation']).to.equal(1);
    await agent.close();
  });

  it('does not change the result, which is exactly the HTTP response body', async () => {
    for (const era of ERAS) {
      const agent = await connectAgent(suite.api.url, customer.apiKey, { era });
      const { structuredContent, content } = await call(agent, 'generate_image', FOX);
      const { id } = structuredContent as GenerationBody;
      const { body, text } = await customer.client.get(`/v1/generations/${id}`);
      expect(structuredContent).to.deep.equal(body);
      const texts = content.map((block) => (block.type === 'text' ? block.text : block.type));
      expect(texts[0]).to.include(id).and.include('get_generation').and.not.include('fox');
      // Clients before 2025-06-18 read only text.
      expect(texts.slice(1)).to.deep.equal(era === 'legacy' ? [text] : []);
      await agent.close();
    }
  });
});
