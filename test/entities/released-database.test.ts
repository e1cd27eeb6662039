import { expect } from 'chai';
import { migrate } from '../../cli/migrate.js';
import { listDefinitions } from './definitions.js';
import { freshDatabase } from './fresh-database.js';
import {
  MIGRATION_NAMES,
  migrateThrough,
  RELEASED,
  RELEASED_FUNCTIONS,
} from './migrate-through.js';

describe('migration from the previous release', () => {
  const fresh = freshDatabase();
  const released = freshDatabase({ migrated: false });

  before(async () => {
    await migrateThrough(released.url, RELEASED);
    await released.db.query(RELEASED_FUNCTIONS);
  });

  const listFunctionIds = () =>
    released.db.query(
      `SELECT proname, oid FROM pg_proc
       WHERE proname IN ('accept_generation', 'reserve_credits', 'sum_usage') ORDER BY 1`,
    );

  it('starts with other functions than a new database has', async () => {
    const before = await listDefinitions(released.db);
    const today = await listDefinitions(fresh.db);
    const functions = before.filter((text) => text.startsWith('CREATE OR REPLACE FUNCTION'));
    expect(functions.filter((text) => !today.includes(text))).not.to.be.empty;
  });

  it('applies every newer migration, and replaces functions in place', async () => {
    const since = MIGRATION_NAMES.slice(MIGRATION_NAMES.indexOf(RELEASED) + 1);
    const before = await listFunctionIds();
    expect(await migrate(released.url)).to.deep.equal(since);
    // The functions must keep their ids, because a charge that is running in a function fails when the function is
    // dropped.
    expect(await listFunctionIds()).to.deep.equal(before);
  });

  it('ends with the same schema and functions as a new database', async () => {
    const migrated = await listDefinitions(released.db);
    expect(migrated).to.deep.equal(await listDefinitions(fresh.db));
  });
});
