import { expect } from 'chai';
import { startApi } from '../support/platform.js';
import { ReplayRig } from '../support/replay-rig.js';
import { startWorkers } from '../support/workers.js';
import { incompatibleBundle } from './incompatible-bundle.js';
import { order, type Order } from './pipeline.js';
import { usePlatform } from '../support/use-platform.js';
import { resultOf } from '../support/recorder.js';

/** If the rig accepted every run, the workflow tests would prove nothing about replay. */
describe('the replay rig', () => {
  const rig = new ReplayRig(100);
  const api = usePlatform({ change: rig.watch });
  let open: Order;

  before(async () => {
    // No worker runs, so this run stays open.
    open = await order(api, 'a fox');
  });

  const verdict = (one: ReplayRig) =>
    one.verify().then(
      () => 'fine',
      (error: unknown) => String(error),
    );

  it('fails for a run that is still open, and names the run', async () => {
    expect(await verdict(rig)).to.include(open.id);
  });

  it('accepts an open run only with a written reason', async () => {
    expect(() => rig.allowOpen(open.id, ' ')).to.throw(open.id);
    const { startWorkflow } = rig.watch(api.deps);
    const start = { workflowId: open.id, workflowType: 'generateImage', args: [] } as const;
    await startWorkflow({ ...start, accountId: '', summary: '', attributes: {} });
    rig.allowOpen(open.id, 'no worker takes it in this suite');
    expect(await verdict(rig)).to.equal('fine');
  });

  it('fails if it saw no run because it was not passed to the API', async () => {
    expect(await verdict(new ReplayRig())).to.include('saw no workflow');
  });

  it('fails for a run that the current code cannot continue, with its id and TMPRL1100', async () => {
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

  it('replays ended runs, and counts them', async () => {
    // Starts workers for the open run too, so that it does not stay open for other suites.
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
