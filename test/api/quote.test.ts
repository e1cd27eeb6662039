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
    it(`prices ${JSON.stringify(options)} at ${credits}, the amount that a request is charged`, async () => {
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
        affordable: true,
        available_credits: 1_000,
      });
      expect((await customer.client.image(body)).body.credits).to.equal(credits);
      expect((await suite.footprint(customer.accountId)).balance).to.equal(1_000 - credits);
    });
  }

  it('requires `type` and rejects undocumented values', async () => {
    const { client } = await suite.customer();
    for (const type of [undefined, null, 'audio', 'Image']) {
      const answer = await client.refused('POST', '/v1/quote', { body: { type, prompt: 'a fox' } });
      expect(answer.status, String(type)).to.equal(400);
      expect(answer.text).to.include('body.type');
    }
  });

  it('works with a read-only key, without credits, slots or an Idempotency-Key', async () => {
    const customer = await suite.customer({ credits: 0, scopes: ['read'], monthlyCap: 0 });
    const answer = await quote(customer, { prompt: 'a red fox' });
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body).to.include({ credits: 2, affordable: false, available_credits: 0 });
  });

  const purses: [string, { credits?: number; purchased?: number; monthlyCap?: number }, number][] =
    [
      ['both balances together', { credits: 1, purchased: 1 }, 2],
      ['one credit too few', { credits: 1 }, 1],
      ['a cap below the balance', { credits: 50, monthlyCap: 1 }, 1],
      ['a cap above the balance', { credits: 7, monthlyCap: 50 }, 7],
    ];
  for (const [what, purse, available] of purses) {
    it(`returns what the key can spend and whether that is enough: ${what}`, async () => {
      const customer = await suite.customer(purse);
      const { body } = await quote(customer, { prompt: 'a red fox' });
      expect(body).to.include({ available_credits: available, affordable: available >= 2 });
      const real = await customer.client.image({ prompt: 'a red fox' });
      expect(real.status).to.equal(body.affordable ? 202 : 402);
    });
  }

  it("counts only this key's spending this month against its cap", async () => {
    const customer = await suite.customer({ credits: 100, monthlyCap: 5 });
    expect((await customer.client.image({ prompt: 'a red fox' })).status).to.equal(202);
    const { body } = await quote(customer, { prompt: 'a red fox', resolution: '4K' });
    expect(body).to.include({ credits: 3, affordable: true, available_credits: 3 });
    const other = await suite.key(customer.accountId);
    const free = await quote({ ...other, client: suite.client(other.apiKey) }, { prompt: 'a fox' });
    expect(free.body.available_credits).to.equal(98);
  });

  it('never creates a generation, no matter how often it is repeated', async () => {
    const customer = await suite.customer({ plan: 'free', credits: 2 });
    await suite.leavesNothing(customer.accountId, async () => {
      for (let n = 0; n < 5; n += 1) {
        expect((await quote(customer, { prompt: 'a red fox' })).status).to.equal(200);
      }
    });
  });
});
