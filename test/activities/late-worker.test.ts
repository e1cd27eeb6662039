import { expect } from 'chai';
import type { ObjectStore } from '../../domain/ports/object-store.js';
import { removeGeneration } from '../../domain/generations/remove-generation.js';
import { until } from '../support/until.js';
import { activityBench, type Accepted } from './bench.js';

/** A worker whose activity Temporal has timed out may still run when the generation is deleted. */
describe('a late worker for a deleted generation', () => {
  const bench = activityBench();

  const remove = (accepted: Accepted, store = bench.deps.store) =>
    removeGeneration(
      { ...bench.deps, store },
      accepted.accountId,
      { id: accepted.id, object: 'generation' },
      {
        ...bench.claimOf(accepted),
        status: 200,
      },
    );

  /** Completes a generation while a first worker is paused before its `nth` write. */
  async function withLateWorker(nth: number) {
    const accepted = await bench.accept(await bench.customer());
    const asset = await bench.generate(accepted.id);
    if (!asset) throw new Error('it was not claimed');
    const input = { generationId: accepted.id, ...asset };
    const { store } = bench.deps;
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let writes = 0;
    const put: ObjectStore['put'] = async (...args) => {
      writes += 1;
      if (writes === nth) {
        reached.resolve();
        await go.promise;
      }
      await store.put(...args);
    };
    const late = bench.run(() => bench.media({ store: { ...store, put } }).keepOutput(input));
    await reached.promise;
    await bench.run(() => bench.media().keepOutput(input));
    await bench.run(() => bench.state.completeGeneration({ generationId: accepted.id }));
    return { accepted, late, go };
  }
  const outputs = ({ id }: Accepted) => bench.objects(`outputs/${id}/`);

  for (const nth of [1, 2]) {
    it(`does not restore a file when it paused before write ${nth}`, async () => {
      const { accepted, late, go } = await withLateWorker(nth);
      expect(await outputs(accepted)).to.have.length(2);
      await remove(accepted);
      go.resolve();
      await late;
      expect(await outputs(accepted)).to.deep.equal([]);
    });
  }

  it('does not restore a file when it writes after the files are deleted but before the row is', async () => {
    const { accepted, late, go } = await withLateWorker(1);
    const { store } = bench.deps;
    const removed: (readonly string[])[] = [];
    const removing: ObjectStore['remove'] = async (keys) => {
      await store.remove(keys);
      removed.push(keys);
      if (removed.length > 1) return;
      go.resolve();
      await late;
      await until('both files exist again', async () => (await outputs(accepted)).length === 2);
    };
    await remove(accepted, { ...store, remove: removing });
    expect(await outputs(accepted)).to.deep.equal([]);
  });
});
