import { expect } from 'chai';
import { loadAgain } from '../../api/middleware/load-again.js';
import type { ModelsBody } from '../../domain/contract/model.js';
import { createId } from '../../domain/contract/ids.js';
import { measureTypicalTimes } from '../../domain/operator/typical-times.js';
import { VIDEO_MODELS } from '../../domain/catalogue/video-models.js';
import { ApiClient } from '../support/client.js';
import { startApi } from '../support/platform.js';
import { apiSuite, type Customer } from './suite.js';

const MINUTES_OF_DAYS = 24 * 60;

describe('the typical times of models', () => {
  const suite = apiSuite();
  let customer: Customer;
  before(async () => {
    customer = await suite.customer({ raised: { concurrent_jobs: 100 } });
  });

  /** Completes a generation of a model that no other test has. */
  const complete = async (model: string, seconds: number, daysAgo = 1) => {
    const id = await suite.queued(customer);
    await suite.complete(id);
    await suite.db.query(
      `UPDATE generation SET model = $2,
         created_at = now() - make_interval(mins => $3, secs => $4),
         completed_at = now() - make_interval(mins => $3) WHERE id = $1`,
      [id, model, daysAgo * MINUTES_OF_DAYS, seconds],
    );
  };

  it('are the medians of the last 30 days, with two digits', async () => {
    const [usual, rare, fast] = [createId('gen'), createId('gen'), createId('gen')];
    for (const seconds of [3, 1234, 9000]) await complete(usual, seconds);
    for (const seconds of [1, 2]) await complete(rare, seconds);
    await complete(rare, 3, 31);
    for (let run = 0; run < 3; run += 1) await complete(fast, 0.1);
    const times = await measureTypicalTimes(suite.db);
    expect(times.get(usual)).to.equal(1200);
    expect(times.get(rare), 'a model with two runs').to.equal(undefined);
    expect(times.get(fast), 'a model that needs less than a second').to.equal(1);
  });

  it('are listed with each model, or null', async () => {
    const [known] = VIDEO_MODELS;
    for (let run = 0; run < 3; run += 1) await complete(known!.id, 180);
    const fresh = await startApi();
    try {
      const client = new ApiClient(fresh.url, customer.apiKey);
      const { image, video } = (await client.get<ModelsBody>('/v1/models')).body;
      const times = await measureTypicalTimes(suite.db);
      expect(times.get(known!.id)).to.equal(180);
      for (const { id, typical_seconds: seconds } of [image, ...video]) {
        expect(seconds, id).to.equal(times.get(id) ?? null);
      }
    } finally {
      await fresh.stop();
    }
  });
});

describe('a value that is loaded again', () => {
  it('is loaded once for concurrent calls, and stays while it is fresh', async () => {
    let loads = 0;
    const read = loadAgain(async () => (loads += 1), Infinity);
    expect(await Promise.all([read(), read()])).to.deep.equal([1, 1]);
    expect(await read()).to.equal(1);
  });

  it('is the old one until the next one is there, and after a failure', async () => {
    const steps = [
      Promise.withResolvers<number>(),
      Promise.withResolvers<number>(),
      Promise.withResolvers<number>(),
    ] as const;
    const seen: (number | undefined)[] = [];
    const read = loadAgain((before?: number) => {
      seen.push(before);
      return steps[seen.length - 1]?.promise ?? Promise.reject(new Error('a fourth load'));
    }, 0);
    steps[0].resolve(10);
    expect(await read()).to.equal(10);
    expect(await read(), 'while the second load is in flight').to.equal(10);
    steps[1].reject(new Error('away'));
    await steps[1].promise.catch(() => undefined);
    expect(await read(), 'after a failure').to.equal(10);
    steps[2].resolve(30);
    await steps[2].promise;
    expect(await read()).to.equal(30);
    expect(seen.slice(0, 3)).to.deep.equal([undefined, 10, 10]);
  });

  it('is requested again after its first load has failed', async () => {
    const answers = [Promise.reject(new Error('away')), Promise.resolve(2)];
    const read = loadAgain(() => answers.shift() ?? Promise.resolve(3), Infinity);
    const [first] = await Promise.allSettled([read()]);
    expect(first.status).to.equal('rejected');
    expect(await read()).to.equal(2);
  });
});
