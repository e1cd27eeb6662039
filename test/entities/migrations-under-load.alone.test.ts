import { expect } from 'chai';
import type { DataSource } from 'typeorm';
import { applyMigrations } from '../../entities/apply-migrations.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { createDataSource, MIGRATION_TIMEOUTS, NO_TIMEOUTS } from '../../entities/data-source.js';
import { freshDatabase } from './fresh-database.js';
import { CHARGE, FILL } from './migration-rows.js';

/** A charge that waits longer than this for one lock fails. */
const WAIT_MAX_MS = 1_000;
const ROWS = 200_000;
/** The first of those that must let charges go on; the test fills the schema before it. */
const FIRST = 'Social1763700000018';

/** Charges one after the other until it is ended. */
function chargeOn(db: DataSource) {
  let isEnded = false;
  const failures: string[] = [];
  const took: number[] = [];
  const running = (async () => {
    while (!isEnded) {
      const began = performance.now();
      await db
        .query('SELECT test_charge()')
        .catch((error: unknown) => failures.push(String(error)));
      took.push(performance.now() - began);
    }
  })();
  return {
    async end() {
      isEnded = true;
      await running;
      return { failures, charges: took.length, longest: Math.max(...took) };
    },
  };
}

describe(`migrations on ${ROWS} rows`, function () {
  this.timeout(300_000);
  const fresh = freshDatabase({ migrated: false });
  const all = createDataSource('postgres://unused', 1).options.migrations as (new () => object)[];
  const first = all.findIndex(({ name }) => name === FIRST);
  let charges: DataSource;

  /** Applies the first migrations, as `npm run migrate` does. */
  async function migrateTo(count: number): Promise<string[]> {
    const db = createDataSource(fresh.url, 2, MIGRATION_TIMEOUTS);
    db.setOptions({ migrations: all.slice(0, count) });
    await db.initialize();
    try {
      return await applyMigrations(db);
    } finally {
      await db.destroy();
    }
  }

  before(async () => {
    await migrateTo(first);
    const filler = await createDataSource(fresh.url, 1, NO_TIMEOUTS).initialize();
    for (const statement of FILL(ROWS)) await filler.query(statement);
    await filler.query(CHARGE);
    await filler.destroy();
    charges = createDataSource(fresh.url, 2, { lock_timeout: WAIT_MAX_MS });
    await charges.initialize();
  });

  after(() => charges?.destroy());

  for (const [nth, { name }] of all.slice(first).entries()) {
    it(`${name} lets no charge wait for longer than ${WAIT_MAX_MS} ms`, async () => {
      const charging = [chargeOn(charges), chargeOn(charges)];
      const applied = await migrateTo(first + nth + 1);
      const results = await Promise.all(charging.map((one) => one.end()));
      expect(applied).to.deep.equal([name]);
      for (const { failures, charges: count } of results) {
        expect(failures).to.deep.equal([]);
        expect(count, 'charges during the migration').to.be.above(0);
      }
    });
  }

  it('sum each hold exactly once and name what each was for', async () => {
    const checker = await createDataSource(fresh.url, 1, NO_TIMEOUTS).initialize();
    const violations = await checkInvariants(checker.manager);
    const unnamed: unknown[] = await checker.query(
      `SELECT id FROM hold WHERE id LIKE 'hold_fill%' AND type IS NULL LIMIT 10`,
    );
    await checker.destroy();
    expect(violations.filter(({ invariant }) => invariant === 'I18')).to.deep.equal([]);
    expect(unnamed).to.deep.equal([]);
  });
});
