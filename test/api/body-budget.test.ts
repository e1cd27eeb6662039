import { expect } from 'chai';
import { BodyBudget, SMALL_BODY_BYTES } from '../../api/middleware/body-budget.js';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import { startApi, type TestApi } from '../support/platform.js';
import { until } from '../support/until.js';
import { apiSuite } from './suite.js';
import { Unfinished } from './unfinished.js';

const LARGE = 20_000_000;

describe('the memory budget for request bodies', () => {
  it('is granted up to the share of the account and up to the total, and is released afterwards', () => {
    const budget = new BodyBudget(1_000_000, 600_000);
    const [a, b, c] = [budget.open('a'), budget.open('a'), budget.open('b')];
    a.growTo(400_000);
    expect(() => b.growTo(300_000))
      .to.throw()
      .with.include({ code: 'RATE_LIMITED', status: 429 });
    c.growTo(500_000);
    expect(() => c.growTo(650_000))
      .to.throw()
      .with.include({ code: 'RATE_LIMITED' });
    const full = budget.open('d');
    expect(() => full.growTo(200_000))
      .to.throw()
      .with.include({ code: 'UNAVAILABLE', status: 503 });
    expect(budget.held).to.equal(900_000);
    a.release();
    a.release();
    b.growTo(300_000);
    full.growTo(200_000);
    for (const one of [b, c, full]) one.release();
    expect(budget.held).to.equal(0);
  });

  it('is not used by small bodies, no matter how many large bodies are in flight', () => {
    const budget = new BodyBudget(100_000, 100_000);
    budget.open('a').growTo(100_000);
    budget.open('a').growTo(SMALL_BODY_BYTES);
    expect(budget.held).to.equal(100_000);
  });
});

describe('concurrent large bodies', () => {
  const suite = apiSuite();
  let narrow: TestApi;
  before(async () => {
    narrow = await startApi({ API_BODY_MB: '45' });
  });
  after(() => narrow.stop());

  /** Announces a large body and sends the first part of it. */
  const begin = (apiKey: string) =>
    Unfinished.send(narrow.url, {
      path: '/v1/images',
      apiKey,
      headers: { 'Content-Length': String(LARGE) },
      body: '{"prompt":"',
    });
  const held = (bytes: number) =>
    until(`${bytes} bytes are held`, async () => narrow.edge.bodies.held === bytes);
  const errorOf = (text: string) => (JSON.parse(text) as ErrorBody).error.code;

  it("are refused beyond their account's share and beyond the process limit", async () => {
    const [one, other, third] = [
      await suite.customer(),
      await suite.customer(),
      await suite.customer(),
    ];
    const first = await begin(one.apiKey);
    await held(LARGE);
    const second = await (await begin(one.apiKey)).answer();
    expect([second.status, errorOf(second.text)]).to.deep.equal([429, 'RATE_LIMITED']);
    const foreign = await begin(other.apiKey);
    await held(2 * LARGE);
    const beyond = await (await begin(third.apiKey)).answer();
    expect([beyond.status, errorOf(beyond.text)]).to.deep.equal([503, 'UNAVAILABLE']);
    for (const { head } of [second, beyond]) {
      expect(head).to.match(/^retry-after: \d+$/im);
      expect(head).to.match(/^connection: close$/im);
    }
    const small = await suite.client(third.apiKey).at(narrow.url).image({ prompt: 'a fox' });
    expect(small.status, 'normal requests are accepted').to.equal(202);

    first.end();
    foreign.end();
    await held(0);
    const large = { prompt: 'x'.repeat(LARGE) };
    const again = await suite.client(one.apiKey).at(narrow.url).refused('POST', '/v1/images', {
      body: large,
    });
    expect(again.body.error.message).to.match(/at most 5000 characters, not over 1000000/);
    expect(narrow.edge.bodies.held, 'released as soon as the response is built').to.equal(0);
  });

  it('are counted as they grow when they are sent in chunks', async () => {
    const { apiKey } = await suite.customer();
    const one = await Unfinished.sendChunk(narrow.url, {
      path: '/v1/images',
      apiKey,
      body: `{"prompt":"${'x'.repeat(5_000_000)}`,
    });
    await until('the bytes of the body are held', async () => narrow.edge.bodies.held > 5_000_000);
    one.end();
    await held(0);
  });
});
