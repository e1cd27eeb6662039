import { expect } from 'chai';
import type { DataSource } from 'typeorm';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { createDataSource, NO_TIMEOUTS } from '../../entities/data-source.js';
import { until } from '../support/until.js';
import {
  chargeByFunctions,
  chargeByStatements,
  chargeOn,
  CHARGES,
  connectCharges,
} from './charges.js';
import { freshDatabase } from './fresh-database.js';
import { WAIT_MAX_MS, watchLockWaits } from './lock-waits.js';
import {
  MIGRATION_NAMES,
  migrateThrough,
  RELEASED,
  RELEASED_FUNCTIONS,
} from './migrate-through.js';
import { CHARGE, FILL, FILL_RELEASED } from './migration-rows.js';

const ROWS = 200_000;
/** The last migration before the migrations that must not block charges. */
const BEFORE_FIRST = 'FailureTexts1763700000017';
const WITH_FUNCTIONS = 'Accept1763700000024';

/** Data to insert before a migration: rows of newer tables, and the functions of the release. */
const FILL_BEFORE: Readonly<Record<string, readonly string[]>> = {
  [MIGRATION_NAMES[MIGRATION_NAMES.indexOf(RELEASED) + 1] ?? '']: [
    RELEASED_FUNCTIONS,
    ...FILL_RELEASED(ROWS),
  ],
};

const isAfter = (name: string, other: string): boolean =>
  MIGRATION_NAMES.indexOf(name) > MIGRATION_NAMES.indexOf(other);

// The test measures how long a charge waits for locks, not the duration of the charge, because a busy machine slows
// everything down. Migrations delay charges only by locks. PostgreSQL aborts a charge that waits too long for one lock.
// The watch sums the waits of a charge that waits for several locks.
describe(`migrations with ${ROWS} rows under load`, function () {
  this.timeout(300_000);
  const fresh = freshDatabase({ migrated: false });
  let charges: DataSource;
  let filler: DataSource;

  async function fill(statements: readonly string[]): Promise<void> {
    for (const statement of statements) await filler.query(statement);
  }

  before(async () => {
    await migrateThrough(fresh.url, BEFORE_FIRST);
    filler = await createDataSource(fresh.url, 1, NO_TIMEOUTS).initialize();
    await fill([...FILL(ROWS), CHARGE]);
    charges = await connectCharges(fresh.url);
  });

  after(async () => {
    await charges?.destroy();
    await filler?.destroy();
  });

  it('are watched by a probe that detects a waiting charge', async () => {
    const watch = watchLockWaits(fresh.db, CHARGES);
    const runner = filler.createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE hold');
    const charging = chargeByStatements(charges);
    await until('the lock wait is measured', async () => watch.longest() > 50);
    await runner.rollbackTransaction();
    await runner.release();
    await charging;
    expect(await watch.end()).to.be.within(50, WAIT_MAX_MS);
  });

  for (const name of MIGRATION_NAMES.filter((one) => isAfter(one, BEFORE_FIRST))) {
    it(`never make a charge wait for locks longer than ${WAIT_MAX_MS} ms: ${name}`, async () => {
      await fill(FILL_BEFORE[name] ?? []);
      const charge = isAfter(name, WITH_FUNCTIONS) ? chargeByFunctions : chargeByStatements;
      const watch = watchLockWaits(fresh.db, CHARGES);
      const charging = [chargeOn(charges, charge), chargeOn(charges, charge)];
      const applied = await migrateThrough(fresh.url, name);
      const results = await Promise.all(charging.map((one) => one.end()));
      const longest = await watch.end();
      expect(applied).to.deep.equal([name]);
      for (const { failures, charged } of results) {
        expect(failures).to.deep.equal([]);
        expect(charged, 'charges during the migration').to.be.above(0);
      }
      expect(longest, 'ms that a charge waited for locks').to.be.below(WAIT_MAX_MS);
    });
  }

  it('record the member who created each team key', async () => {
    const unnamed: unknown[] = await filler.query(
      `SELECT k.id FROM api_key k JOIN audit_entry e ON e.target = k.id
       WHERE k.made_by IS DISTINCT FROM e.member_id LIMIT 10`,
    );
    expect(unnamed).to.deep.equal([]);
  });

  it('sum each hold exactly once and record the purpose of each hold', async () => {
    const violations = await checkInvariants(filler.manager);
    const unnamed: unknown[] = await filler.query(
      `SELECT id FROM hold WHERE id LIKE 'hold_fill%' AND type IS NULL LIMIT 10`,
    );
    expect(violations.filter(({ invariant }) => invariant === 'I18')).to.deep.equal([]);
    expect(unnamed).to.deep.equal([]);
  });
});
