import { expect } from 'chai';
import {
  API_KEY,
  startOpenAiFake,
  type OpenAiFake,
} from '@media-platform/stand-ins/providers/openai/fake.js';
import { endFake } from '../support/end-fake.js';
import { apiSuite, type Customer } from './suite.js';

describe('the moderation service', () => {
  let fake: OpenAiFake;
  let customer: Customer;
  before(async () => {
    fake = await startOpenAiFake();
  });
  const suite = apiSuite({
    env: {
      // A getter, because the URL is known only when the API starts.
      get MODERATION_BASE_URL() {
        return fake.url;
      },
      MODERATION_API_KEY: API_KEY,
    },
  });
  before(async () => {
    customer = await suite.customer({ credits: 1_000 });
  });
  after(() => endFake(fake));

  const verdict = (flagged: boolean) => ({ status: 200, body: { results: [{ flagged }] } });
  const refused = (prompt: string) =>
    suite.leavesNothing(customer.accountId, () =>
      customer.client.refused('POST', '/v1/images', { body: { prompt } }),
    );

  it('receives the prompt, and its approval lets the request pass', async () => {
    fake.next(verdict(false));
    expect((await customer.client.image({ prompt: 'a red fox' })).status).to.equal(202);
    expect(fake.seen().at(-1)).to.include({
      path: '/v1/moderations',
      model: 'omni-moderation-latest',
      text: 'a red fox',
    });
  });

  it('blocks a flagged prompt like the built-in rules, and does not store or charge anything', async () => {
    fake.next(verdict(true));
    const answer = await refused('a red fox');
    expect(answer.status).to.equal(422);
    expect(answer.body.error.code).to.equal('CONTENT_BLOCKED');
  });

  it('is not called for prompts that the built-in rules reject', async () => {
    const before = fake.seen().length;
    expect((await refused('a naked child')).status).to.equal(422);
    expect(fake.seen()).to.have.length(before);
  });

  it('causes a 503 without a charge if it fails or does not return a verdict', async () => {
    for (const reply of [
      { status: 500, body: {} },
      { status: 401, body: {} },
      { status: 200, body: { results: [] } },
      'reset',
    ] as const) {
      fake.next(reply);
      const answer = await refused('a red fox');
      expect(answer.status, answer.text).to.equal(503);
      expect(answer.body.error.code).to.equal('UNAVAILABLE');
      expect(answer.headers.get('retry-after')).to.equal('5');
    }
  });

  it('has three seconds to respond', async () => {
    fake.next('silent');
    const began = performance.now();
    expect((await refused('a red fox')).status).to.equal(503);
    expect(performance.now() - began).to.be.within(2_900, 20_000);
  });

  it('applies to quotes too', async () => {
    fake.next(verdict(true), { status: 500, body: {} }, verdict(false));
    const quote = () =>
      customer.client.refused('POST', '/v1/quote', {
        body: { type: 'image', prompt: 'a red fox' },
      });
    const blocked = await quote();
    expect(blocked.status).to.equal(400);
    expect(blocked.body.error.details).to.deep.equal({ code: 'CONTENT_BLOCKED' });
    expect((await quote()).status).to.equal(503);
    expect((await quote()).status).to.equal(200);
  });
});
