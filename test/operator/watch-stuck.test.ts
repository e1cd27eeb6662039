import { expect } from 'chai';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { watchStuck } from '../../workers/watch-stuck.js';
import { usePlatform } from '../support/use-platform.js';
import { until } from '../support/until.js';
import { order } from '../workflows/pipeline.js';
import { ageGenerations, reconcileOnce } from './reconcile-rig.js';

describe('the stuck_generations gauge', () => {
  const api = usePlatform({ workers: { media: false } });

  async function stuck(): Promise<number> {
    const end = watchStuck(api.deps);
    await end();
    const text = await api.deps.metrics.registry.metrics();
    return Number(/^stuck_generations\{[^}]*\} (\d+)$/m.exec(text)?.[1]);
  }

  it('counts old open generations, and after a round only those that the round has not seen running', async () => {
    const [dead, alive] = [await order(api, 'a fox'), await order(api, 'an owl')];
    const before = await stuck();
    await ageGenerations(api.deps, [dead.id, alive.id]);
    expect(await stuck()).to.equal(before + 2);
    await api.deps.temporal.client.workflow.getHandle(dead.id).terminate();
    await reconcileOnce(api.deps);
    await until('both generations are settled or seen', async () => (await stuck()) <= before);
    await alive.client.call('POST', `/v1/generations/${alive.id}/cancel`);
    expect(await checkInvariants(api.deps.db.manager)).to.deep.equal([]);
  });
});
