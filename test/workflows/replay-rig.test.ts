import { expect } from 'chai';
import { startApi } from '../support/platform.js';
import { ReplayRig } from '../support/replay-rig.js';
import { startWorkers } from '../support/workers.js';
import { incompatibleBundle } from './incompatible-bundle.js';
import { order, type Order } from './pipeline.js';
import { usePlatform } from '../support/use-platform.js';
import { resultOf } from '../support/recorder.js';

/** A rig that lets everything pass would be worse than none. */
describe('the replay rig', () => {
  const rig = new ReplayRig(100);
  const api = usePlatform({ change: rig.watch });
  let open: Order;

  before(async () => {
    // No worker is there, so this run stays open.
    open = await order(api, 'a fox');
  });

  const verdict = (one: ReplayRig) =>
    one.verify().then(
      () => 'fine',
      (error: unknown) => String(error),
    );

  it('fails a run that is still open, by name', async () => {
    expect(await verdict(rig)).to.include(open.id);
  });

  it('lets a run stay open for a written reason only', async () => {
    expect(() => rig.allowOpen(open.id, ' ')).to.throw(open.id);
    const { startWorkflow } = rig.watch(api.deps);
    const start = { workflowId: open.id, workflowType: 'generateImage', args: [] } as const;
    await startWorkflow({ ...start, accountId: '', summary: '', attributes: {} });
    rig.allowOpen(open.id, 'no worker takes it in this suite');
    expect(await verdict(rig)).to.equal('fine');
  });

  it('fails when it saw no run at all, as it was not given to the API', async () => {
    expect(await verdict(new ReplayRig())).to.include('saw no workflow');
  });

  it('fails a run that code in the checkout could not continue, by name and by code', async () => {
    const workers = await startWorkers(api.deps);
    const strict = new ReplayRig(undefined, incompatibleBundle);
    const other = await startApi({}, strict.watch);
    const { id } = await order(other, 'a fox');
    expect(await verdict(strict))
      .to.include(id)
      .and.include('TMPRL1100');
    await other.stop();
    await workers.stop();
  });

  it('replays what has ended, and counts it', async () => {
    // The open one gets its workers, too: nothing is left to other suites.
    const workers = await startWorkers(api.deps);
    const patient = new ReplayRig();
    const other = await startApi({}, patient.watch);
    await order(other, 'a fox');
    expect(await patient.verify()).to.equal(1);
    await resultOf(api.deps, open.id);
    await other.stop();
    await workers.stop();
  });
});
