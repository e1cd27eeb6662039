import { expect } from 'chai';
import type { DataSource } from 'typeorm';
import { createDataSource, MIGRATION_TIMEOUTS } from '../../entities/data-source.js';
import { migrate } from '../../cli/migrate.js';
import { until } from '../support/until.js';
import { freshDatabase } from './fresh-database.js';

/** TypeORM's table of applied migrations, with its sequence and its key. */
const BOOKKEEPING = 'migrations';
const OF_BOOKKEEPING = /migrations|^PK_/;

/** Lists everything in the schema that a migration could have left behind. */
async function contents(db: DataSource): Promise<string[]> {
  const rows: { name: string }[] = await db.query(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
     UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     UNION ALL SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace
     ORDER BY 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !OF_BOOKKEEPING.test(name));
}

describe('migrations and entities', () => {
  const fresh = freshDatabase();

  it('describe exactly the same schema', async () => {
    const drift = await fresh.db.driver.createSchemaBuilder().log();
    expect(drift.upQueries.map(({ query }) => query)).to.deep.equal([]);
  });

  it('differ when a column, a default or a check changes, which shows that the comparison works', async () => {
    const changes = [
      'ALTER TABLE account ADD COLUMN note text',
      'ALTER TABLE hold ALTER COLUMN settled_sub SET DEFAULT 1',
      'ALTER TABLE key_month ADD CONSTRAINT key_month_more CHECK (spent < 10)',
      'ALTER TABLE event ALTER COLUMN body DROP NOT NULL',
      'DROP INDEX ledger_entry_tx',
    ];
    const undone = [
      'ALTER TABLE account DROP COLUMN note',
      'ALTER TABLE hold ALTER COLUMN settled_sub SET DEFAULT 0',
      'ALTER TABLE key_month DROP CONSTRAINT key_month_more',
      'ALTER TABLE event ALTER COLUMN body SET NOT NULL',
      'CREATE INDEX ledger_entry_tx ON ledger_entry (tx_id)',
    ];
    for (const [index, change] of changes.entries()) {
      await fresh.db.query(change);
      const { upQueries } = await fresh.db.driver.createSchemaBuilder().log();
      await fresh.db.query(undone[index] ?? '');
      expect(upQueries, change).not.to.be.empty;
    }
  });

  it('match: every table has an entity and every entity has a table', async () => {
    const rows: { name: string }[] = await fresh.db.query(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_name <> $1`,
      [BOOKKEEPING],
    );
    const entities = fresh.db.entityMetadatas.map(({ tableName }) => tableName);
    expect(rows.map(({ name }) => name)).to.have.members(entities);
  });

  it('match: every table column is in its entity', async () => {
    const rows: { name: string }[] = await fresh.db.query(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> $1`,
      [BOOKKEEPING],
    );
    const columns = fresh.db.entityMetadatas.flatMap((entity) =>
      entity.columns.map(({ databaseName }) => `${entity.tableName}.${databaseName}`),
    );
    expect(rows.map(({ name }) => name)).to.have.members(columns);
  });

  it('include the index for list pages, which entities cannot declare', async () => {
    const [row]: { indexdef: string }[] = await fresh.db.query(
      "SELECT indexdef FROM pg_indexes WHERE indexname = 'generation_page'",
    );
    // The filter columns come after the sort columns.
    expect(row?.indexdef).to.include(
      '(account_id, created_at DESC, id DESC, status, type, model, ((request ->> ',
    );
  });

  it('leave only the rate buckets unlogged, because a crash may lose them', async () => {
    const rows: { relname: string }[] = await fresh.db.query(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relpersistence = 'u'",
    );
    expect(rows).to.deep.equal([{ relname: 'rate_bucket' }]);
  });
});

describe('migrations up and down', () => {
  const fresh = freshDatabase({ migrated: false });
  const names = () => createDataSource(fresh.url, 1).options.migrations as { name: string }[];

  it('bring an empty database to the latest schema, running each migration once', async () => {
    const applied = await migrate(fresh.url);
    expect(applied).to.deep.equal(names().map(({ name }) => name));
  });

  it('change nothing on a second run', async () => {
    expect(await migrate(fresh.url)).to.deep.equal([]);
  });

  it('remove every table, function and type on the way down, then rebuild the same schema', async () => {
    const full = await contents(fresh.db);
    for (const _ of names()) await fresh.db.undoLastMigration();
    expect(await contents(fresh.db)).to.deep.equal([]);
    await migrate(fresh.url);
    expect(await contents(fresh.db)).to.deep.equal(full);
    const { upQueries } = await fresh.db.driver.createSchemaBuilder().log();
    expect(upQueries).to.deep.equal([]);
  });

  it('run each migration once if four processes migrate concurrently', async () => {
    for (const _ of names()) await fresh.db.undoLastMigration();
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(fresh.url)));
    expect(applied.flat()).to.deep.equal(names().map(({ name }) => name));
    const rows: unknown[] = await fresh.db.query(`SELECT name FROM ${BOOKKEEPING}`);
    expect(rows).to.have.length(names().length);
  });

  it('wait for another migrating process without holding a snapshot', async () => {
    const first = fresh.db.createQueryRunner();
    await first.query('SELECT pg_advisory_lock(7233001)');
    let isDone = false;
    const second = migrate(fresh.url).finally(() => (isDone = true));
    await until('the second process waits', async () => {
      const waiting: { state: string }[] = await fresh.db.query(
        `SELECT state FROM pg_stat_activity WHERE datname = current_database()
           AND query LIKE 'SELECT pg_try_advisory_lock%'`,
      );
      return waiting.length === 1 && waiting[0]?.state === 'idle';
    });
    expect(isDone).to.equal(false);
    await first.query('SELECT pg_advisory_unlock(7233001)');
    await first.release();
    expect(await second).to.deep.equal([]);
  });

  it('restart an interrupted migration from the beginning', async () => {
    const full = await contents(fresh.db);
    const own = createDataSource(fresh.url, 2, MIGRATION_TIMEOUTS);
    await own.initialize();
    try {
      const runner = own.createQueryRunner();
      for (const migration of own.migrations.filter(({ transaction }) => transaction === false))
        await migration.up(runner);
      await runner.release();
    } finally {
      await own.destroy();
    }
    expect(await contents(fresh.db)).to.deep.equal(full);
  });
});
