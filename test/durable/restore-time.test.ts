import { expect } from 'chai';
import { findRestoreTime, hasRestoreSince } from '../../domain/durable/restore-time.js';
import { createDeps, type Deps } from '../../runtime/deps.js';
import { parseEnv } from '../../runtime/env.js';
import { runRelay } from '../../workers/relay.js';
import { adminJson } from '../cli/run-command.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { testEnv } from '../support/platform.js';
import { until } from '../support/until.js';

describe('the restore time of a database', () => {
  const fresh = freshDatabase();
  let made: Deps;
  before(async () => {
    made = await createDeps(parseEnv(testEnv()), 'orchestrator');
  });
  after(() => made.close());
  const find = () => findRestoreTime(fresh.db.manager);
  const epochs = () => fresh.db.query('SELECT n FROM event_epoch ORDER BY n');

  it('is null in a new database, even after the first epoch', async () => {
    expect(await find()).to.equal(null);
    expect(await epochs()).to.deep.equal([{ n: 0 }, { n: 1 }]);
    expect(await find()).to.equal(null);
    expect(await hasRestoreSince(fresh.db.manager, new Date(0))).to.equal(false);
  });

  it('is detected by the relay within a round, even without an event', async () => {
    await fresh.db.query(`UPDATE event_epoch SET cluster = 'lost' WHERE cluster = this_cluster()`);
    const stop = runRelay({ ...made, db: fresh.db });
    await until('an epoch of this cluster exists', async () => (await epochs()).length === 3);
    await stop();
    const restored = await find();
    expect(restored).to.be.instanceOf(Date);
    const at = restored?.getTime() ?? 0;
    expect(await hasRestoreSince(fresh.db.manager, new Date(at - 1))).to.equal(true);
    expect(await hasRestoreSince(fresh.db.manager, new Date(at))).to.equal(false);
  });

  it('is recorded by `admin restored` when PostgreSQL cannot detect it', async () => {
    const { code, json } = await adminJson<{ restored_at: string }>(['restored'], fresh.url);
    expect(code).to.equal(0);
    expect((await find())?.toISOString()).to.equal(json.restored_at);
    expect(await epochs()).to.have.length(4);
  });
});
