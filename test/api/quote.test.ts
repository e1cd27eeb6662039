import { expect } from 'chai';
import type { QuoteBody } from '../../domain/contract/quote.js';
import { apiSuite, type Customer } from './suite.js';

describe('POST /v1/quote', () => {
  const suite = apiSuite();
  const quote = ({ client }: Customer, body: object) =>
    client.call<QuoteBody>('POST', '/v1/quote', { body: { type: 'image', ...body }, idem: null });

  const prices = [
    [{}, 2, 1],
    [{ resolution: '1K' }, 2, 1],
    [{ resolution: '2K' }, 2, 1],
    [{ resolution: '4K' }, 3, 1.5],
    [{ resolution: '4K', aspect_ratio: '21:9', edit: false }, 3, 1.5],
  ] as const;
  for (const [options, credits, appCredits] of prices) {
    it(`prices ${JSON.stringify(options)} at ${credits}, which is what is charged`, async () => {
      const customer = await suite.customer();
      const body = { prompt: 'a red fox in snow', ...options };
      const quoted = await suite.leavesNothing(customer.accountId, () => quote(customer, body));
      expect(quoted.status, quoted.text).to.equal(200);
      expect(quoted.body).to.deep.equal({
        object: 'quote',
        type: 'image',
        model: 'service-image',
        credits,
        app_credits: appCredits,
      });
      expect((await customer.client.image(body)).body.credits).to.equal(credits);
      expect((await suite.footprint(customer.accountId)).balance).to.equal(1_000 - credits);
    });
  }

  const refused: [string, object][] = [
    ['no subject', {}],
    ['only options', { resolution: '4K' }],
    ['an empty prompt', { prompt: '' }],
    ['a blank prompt', { prompt: ' \n ' }],
    ['a prompt that is too long', { prompt: 'x'.repeat(5_001) }],
    ['a prompt of the wrong type', { prompt: 7 }],
    ['a NUL in the prompt', { prompt: 'a \u0000 fox' }],
    ['half a surrogate pair in the prompt', { prompt: 'a \ud800 fox' }],
    ['an unknown ratio', { prompt: 'a fox', aspect_ratio: '2:1' }],
    ['an unknown resolution', { prompt: 'a fox', resolution: '1k' }],
    ['an unknown field', { prompt: 'a fox', promt: 'a fox' }],
    ['several problems', { aspect_ratio: 1, resolution: null, edit: 'yes' }],
    ['a blocked prompt', { prompt: 'a bowl of forbidden fruit' }],
  ];
  for (const [what, body] of refused) {
    it(`refuses ${what} exactly like the real endpoint`, async () => {
      const customer = await suite.customer();
      await suite.leavesNothing(customer.accountId, async () => {
        const real = await customer.client.image(body);
        const quoted = await quote(customer, body);
        expect(quoted.status).to.be.oneOf([400, 422]);
        const bare = (text: string) => text.replace(/req_[0-9a-f]{32}/, '').replace('type, ', '');
        expect([quoted.status, bare(quoted.text)]).to.deep.equal([real.status, bare(real.text)]);
      });
    });
  }

  it('needs `type`, and knows no other than it documents', async () => {
    const { client } = await suite.customer();
    for (const type of [undefined, null, 'audio', 'Image']) {
      const answer = await client.refused('POST', '/v1/quote', { body: { type, prompt: 'a fox' } });
      expect(answer.status, String(type)).to.equal(400);
      expect(answer.text).to.include('body.type');
    }
  });

  it('works with a read key, without credits, slots or an Idempotency-Key', async () => {
    const customer = await suite.customer({ credits: 0, scopes: ['read'], monthlyCap: 0 });
    const answer = await quote(customer, { prompt: 'a red fox' });
    expect(answer.status, answer.text).to.equal(200);
  });

  it('is no generation: the same quote may be asked for any number of times', async () => {
    const customer = await suite.customer({ plan: 'free', credits: 2 });
    await suite.leavesNothing(customer.accountId, async () => {
      for (let n = 0; n < 5; n += 1) {
        expect((await quote(customer, { prompt: 'a red fox' })).status).to.equal(200);
      }
    });
  });
});
