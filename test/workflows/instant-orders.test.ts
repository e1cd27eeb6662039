import { expect } from 'chai';
import type { GenerationProvider } from '../../domain/ports/provider.js';
import { instantFake, type InstantFake } from '../support/instant-fake.js';
import { replayRig } from '../support/replay-rig.js';
import { until } from '../support/until.js';
import type { WorkerOptions } from '../support/workers.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';
import {
  accounting,
  ended,
  failingPuts,
  order,
  paid,
  refunded,
  shape,
  type Order,
} from './pipeline.js';

/** The vendor has no job that could be polled: its response contains the result. */
describe('orders whose response contains the result', () => {
  const rig = replayRig();
  let fal: InstantFake;
  const providers = new Map<string, GenerationProvider>();
  const api = usePlatform({ change: (deps) => rig.watch({ ...deps, providers }) });
  const startSome = workersOfEachTest(api);
  beforeEach(async () => {
    fal = instantFake('fal');
    providers.set('fal', fal);
    await api.deps.db.query('DELETE FROM route_health');
  });
  afterEach(() => fal.release());

  const start = (mediaDeps: WorkerOptions['mediaDeps'] = {}, grace: '0s' | '10s' = '10s') =>
    startSome({ mediaDeps: { providers, ...mediaDeps }, grace });

  async function expectDelivered(made: Order): Promise<void> {
    const body = await ended(api, made);
    expect(body.status, JSON.stringify(body.error)).to.equal('completed');
    expect(fal.taken).to.have.length(1);
    expect(await accounting(api.deps, made)).to.deep.equal(paid(made.id));
  }

  it('store the result before the order is recorded as placed', async () => {
    await start();
    const made = await order(api, 'a fox');
    await expectDelivered(made);
    const rows = await api.deps.db.query(
      'SELECT ref, cost_usd FROM upstream_order WHERE generation_id = $1',
      [made.id],
    );
    expect(rows).to.deep.equal([{ ref: { stored: 1 }, cost_usd: null }]);
  });

  it('are refunded and not repeated if the response is lost', async () => {
    await start();
    fal.plan('uncertain');
    const made = await order(api, 'a fox');
    const body = await ended(api, made);
    expect([body.error?.code, ...shape(body)]).to.deep.equal([
      'PROVIDER_ERROR',
      'image_generation stopped null',
    ]);
    expect(fal.taken).to.have.length(1);
    expect(await accounting(api.deps, made)).to.deep.equal(refunded(made.id, 'failed'));
  });

  it('are repeated if they were certainly refused', async () => {
    await start();
    fal.plan('refused');
    const made = await order(api, 'a fox');
    expect(shape(await ended(api, made))).to.deep.equal(['image_generation retried 503']);
    await expectDelivered(made);
  });

  it('get their response before a stopping worker ends, and the next worker delivers it', async () => {
    const first = await start({}, '0s');
    fal.plan('held');
    const made = await order(api, 'a fox');
    await until('the order is sent', async () => fal.taken.length === 1 || null);
    const stopped = first.stop();
    await start();
    fal.release();
    await stopped;
    await expectDelivered(made);
  });

  it('keep the result of a short outage of the object store', async () => {
    let down = 2;
    const store = failingPuts(api.deps.store, (key) => key.startsWith('work/') && down-- > 0);
    await start({ store });
    await expectDelivered(await order(api, 'a fox'));
  });
});
