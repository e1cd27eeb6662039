import { expect } from 'chai';
import { claimGeneration } from '../../domain/generations/advance-generation.js';
import { Generation } from '../../entities/generation.js';
import { adminJson } from '../cli/run-command.js';
import { ageGenerations, reconcileOnce } from '../operator/reconcile-rig.js';
import { startWorkers, type TestWorkers } from '../support/workers.js';
import { reached } from '../workflows/pipeline.js';
import { buildCustomer, CREDITS, orderImage, type Customer } from './audit.js';
import { startPlatform, type Platform } from './platform.js';
import { BEGUN } from '../support/begun.js';

const START_MS = 240_000;

interface Examined {
  ok: boolean;
  violations: { invariant: string; rows: { id: string }[] }[];
}

describe('a Temporal server that has lost its database', function () {
  this.timeout(START_MS);
  let platform: Platform;
  let customer: Customer;
  let workers: TestWorkers | null = null;
  let lost: string[] = [];
  let alive = '';

  /** Starts the workers in this process again, because the test stops and starts them with Temporal. */
  async function work(media: boolean): Promise<void> {
    await workers?.stop();
    workers = await startWorkers(platform.deps, { media });
  }
  const doctor = () =>
    adminJson<Examined>(['doctor'], platform.servers.env()['DATABASE_URL'] ?? '');
  const ordered = async () => (await orderImage(customer, 'a red fox in snow')).id;

  before(async () => {
    platform = await startPlatform(['api']);
    customer = await buildCustomer(platform.deps, platform.url);
    await work(false);
    lost = [await ordered(), await ordered(), await ordered()];
    expect(await claimGeneration(platform.deps.db, lost[0] ?? '', BEGUN)).not.to.equal(null);
    await workers?.stop();
    await platform.servers.temporal.lose();
    await platform.servers.temporal.start();
    await work(false);
    alive = await ordered();
    await ageGenerations(platform.deps, [...lost, alive], 120);
  });
  after(async () => {
    await workers?.stop();
    await platform?.stop();
  });

  it('leaves generations that the doctor reports as stuck', async () => {
    const { code, json } = await doctor();
    expect(code).to.equal(1);
    expect(json.violations.map(({ invariant }) => invariant)).to.deep.equal(['stuck_generation']);
    expect(json.violations[0]?.rows.map(({ id }) => id)).to.include.members(lost);
  });

  it('is reconciled in one round, which refunds lost generations and does not change running generations', async () => {
    const round = await reconcileOnce(platform.deps);
    expect(round?.generations).to.deep.equal({ checked: 4, settled: 3, unanswered: 0 });
    const { code, json } = await doctor();
    expect([json.ok, json.violations]).to.deep.equal([true, []]);
    expect(code).to.equal(0);
    for (const id of lost) {
      const row = await platform.deps.db.manager.findOneByOrFail(Generation, { id });
      expect(row).to.include({ status: 'failed', refundedCredits: row.credits });
    }
    const events: { id: string }[] = await platform.deps.db.query(
      'SELECT id FROM event WHERE account_id = $1 ORDER BY id',
      [customer.accountId],
    );
    const expected = lost.map((id) => `evt_gen_${id}_failed`);
    expect(events.map(({ id }) => id)).to.deep.equal(expected.toSorted());
  });

  it('lets the live generation complete, and charges only that generation', async () => {
    await work(true);
    const row = await reached(platform.deps, alive, 'completed', 'failed');
    expect(row.status).to.equal('completed');
    const [account] = await platform.deps.db.query(
      'SELECT (sub + pur)::int AS credits, active_jobs FROM account WHERE id = $1',
      [customer.accountId],
    );
    expect(account).to.deep.equal({ credits: CREDITS - row.credits, active_jobs: 0 });
  });
});
