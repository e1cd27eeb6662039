import { expect } from 'chai';
import { estimateProgress, type LatestStep } from '../../domain/generations/estimate-progress.js';
import {
  cacheStageTimes,
  measureStages,
  toStageKey,
} from '../../domain/generations/stage-times.js';
import { apiSuite } from '../api/suite.js';

const NOW = 1_000_000;
const row = (status: 'queued' | 'processing') => ({
  status,
  model: 'service-image',
  createdAt: new Date(NOW - 10_000),
});
const step = (change: Partial<LatestStep> = {}): LatestStep => ({
  stage: 'image_generation',
  sinceMs: NOW - 4_000,
  position: null,
  fraction: null,
  ...change,
});
const times = (ms: number) =>
  new Map([
    [toStageKey('service-image', 'image_generation'), ms],
    [toStageKey('service-image', 'queue'), ms],
  ]);

describe('progress of a generation', () => {
  const estimate = (status: 'queued' | 'processing', at: LatestStep | null, ms?: number) =>
    estimateProgress(row(status), at, ms === undefined ? new Map() : times(ms), NOW);

  it('is unknown until similar generations have been measured', () => {
    expect(estimate('queued', null)).to.deep.equal({
      stage: 'queue',
      fraction: null,
      queue_position: null,
      eta_ms: null,
    });
    expect(estimate('processing', step())).to.include({ stage: 'image_generation', eta_ms: null });
  });

  it('is estimated from the time in the stage', () => {
    expect(estimate('queued', null, 30_000)).to.include({ fraction: 0.33, eta_ms: 20_000 });
    expect(estimate('processing', step(), 14_000)).to.include({ fraction: 0.5, eta_ms: 10_000 });
  });

  it("uses the provider's report", () => {
    const reported = step({ fraction: 0.75 });
    expect(estimate('processing', reported, 40_000)).to.include({ fraction: 0.5, eta_ms: 10_000 });
    expect(estimate('processing', reported)).to.include({ fraction: 0.75, eta_ms: null });
    expect(estimate('processing', step({ position: 3 })).queue_position).to.equal(3);
  });

  it('does not include an estimated end time once a generation takes longer than usual', () => {
    expect(estimate('processing', step(), 3_000)).to.include({ fraction: 0.99, eta_ms: null });
  });

  it('tolerates clocks that differ', () => {
    const ahead = step({ sinceMs: NOW + 5_000 });
    expect(estimate('processing', ahead, 10_000)).to.include({ fraction: 0.5, eta_ms: 10_000 });
  });
});

describe('the duration of recent generations', () => {
  const suite = apiSuite();

  it('is measured per model and stage, from at least five generations', async () => {
    const model = `model-${Date.now()}`;
    const customer = await suite.customer({ credits: 100, raised: { concurrent_jobs: 10 } });
    const few = [];
    for (let n = 1; n <= 5; n += 1) {
      const id = await suite.queued(customer);
      await suite.complete(id);
      await suite.db.query(
        `UPDATE generation SET model = $2, created_at = now() - $3 * interval '1 s',
           completed_at = now() WHERE id = $1`,
        [id, model, n * 10],
      );
      await suite.db.query(
        `UPDATE generation_step SET started_at = now() - $2 * interval '1 s'
         WHERE generation_id = $1 AND stage = 'image_generation'`,
        [id, n],
      );
      if (n === 4) few.push(await measureStages(suite.db.manager));
    }
    const found = await measureStages(suite.db.manager);
    expect(few[0]?.get(toStageKey(model, 'queue'))).to.equal(undefined);
    expect(found.get(toStageKey(model, 'queue'))).to.be.closeTo(40_000, 500);
    expect(found.get(toStageKey(model, 'image_generation'))).to.be.closeTo(4_000, 500);
  });

  it('is measured once a minute, and never delays a caller', async () => {
    const asked = [Promise.withResolvers<Map<string, number>>()];
    const read = cacheStageTimes(() => asked[0]?.promise ?? Promise.reject(new Error('twice')));
    expect(read().size + read().size).to.equal(0);
    asked.pop()?.resolve(new Map([['a', 1]]));
    await Promise.resolve().then(() => Promise.resolve());
    expect(read().get('a')).to.equal(1);
  });

  it('stays empty if it cannot be measured', async () => {
    const read = cacheStageTimes(() => Promise.reject(new Error('away')));
    expect(read().size).to.equal(0);
    await Promise.resolve();
    expect(read().size).to.equal(0);
  });
});
