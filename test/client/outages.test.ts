import { mock } from 'node:test';
import { expect } from 'chai';
import { failureOf, installedClient } from './installed.js';

const ID = `gen_${'1'.repeat(32)}`;
const ENDED = { id: ID, object: 'generation', type: 'image', status: 'completed', completed_at: 2 };
const FOX = { prompt: 'a red fox in snow' };
const SECOND = 1_000;
/** The longest pause between two attempts. */
const PAUSE_S_MAX = 8;
/** More requests than a backoff sends in two minutes. */
const REQUESTS_MAX = 60;

type Answer = () => Promise<Response>;
const refuse: Answer = () => Promise.reject(new TypeError('connect ECONNREFUSED'));
const answerWith = (status: number) => async () => new Response('<h1>Sorry</h1>', { status });
const unavailable: Answer = async () =>
  Response.json({ error: { code: 'UNAVAILABLE', message: '' } }, { status: 503 });
const outages = {
  'a refused connection': refuse,
  'the 502 of a proxy': answerWith(502),
  'the 503 of the service': unavailable,
  'the 503 with Retry-After: 0': async () =>
    new Response('', { status: 503, headers: { 'Retry-After': '0' } }),
};

describe('the client, by default', () => {
  const installed = installedClient();
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  /**
   * Creates a client of a service that is unavailable for some seconds, and records its requests.
   */
  function away(seconds: number, answer: Answer) {
    const end = Date.now() + seconds * SECOND;
    const times: number[] = [];
    const fetch = async () => {
      times.push(Date.now());
      return Date.now() < end ? answer() : Response.json(ENDED);
    };
    return { times, media: installed.of('http://localhost', { apiKey: 'svc_live_x' }, { fetch }) };
  }

  /**
   * Advances the clock until a call has ended.
   * @returns its result and duration in seconds
   */
  async function run<T>(call: PromiseLike<T>): Promise<{ result: T; seconds: number }> {
    const began = Date.now();
    let ended = false;
    const end = () => (ended = true);
    call.then(end, end);
    while (!ended) {
      await new Promise(setImmediate);
      mock.timers.tick(100);
    }
    return { result: await call, seconds: (Date.now() - began) / SECOND };
  }

  for (const [name, answer] of Object.entries(outages)) {
    it(`continues a call and a wait through two minutes of ${name}`, async () => {
      const { media, times } = away(120, answer);
      const created = await run(media.images.create(FOX));
      expect(created.result.id).to.equal(ID);
      expect(created.seconds).to.be.within(120, 120 + PAUSE_S_MAX + 1);
      const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      expect(Math.max(...pauses)).to.be.at.most((PAUSE_S_MAX + 1) * SECOND);
      expect(times.length).to.be.below(REQUESTS_MAX);
      const waited = await run(away(120, answer).media.generations.wait(ID));
      expect(waited.result.id).to.equal(ID);
    });

    it(`ends a call and a wait after three minutes of ${name}`, async () => {
      const { media } = away(1_000, answer);
      const calls = [() => media.images.create(FOX), () => media.generations.wait(ID)];
      for (const call of calls) {
        const { result, seconds } = await run(failureOf(call()));
        expect(result).to.be.instanceOf(installed.client.MediaError);
        expect(seconds).to.be.within(180 - PAUSE_S_MAX - 1, 180 + PAUSE_S_MAX);
      }
    });
  }

  it('repeats another failure five times, also after an outage', async () => {
    const { media, times } = away(1_000, answerWith(500));
    await run(failureOf(media.images.create(FOX)));
    expect(times).to.have.length(6);
    let requests = 0;
    const mixed = away(1_000, () => ((requests += 1) <= 8 ? refuse() : answerWith(500)()));
    const { result } = await run(failureOf(mixed.media.images.create(FOX)));
    expect(result).to.include({ status: 500 });
    expect(mixed.times).to.have.length(8 + 6);
  });

  it("respects the caller's limit of retries during an outage", async () => {
    const { media, times } = away(1_000, refuse);
    await run(failureOf(media.images.create(FOX, { maxRetries: 1 })));
    expect(times).to.have.length(2);
  });

  it('spends ten seconds at most to cancel after an abort', async () => {
    const { media } = away(1_000, refuse);
    const signal = AbortSignal.abort(new Error('enough'));
    const waiting = media.generations.wait(ID, { signal, cancelOnAbort: true });
    const { result, seconds } = await run(failureOf(waiting));
    expect(result).to.equal(signal.reason);
    expect(seconds).to.be.at.most(10);
  });
});
