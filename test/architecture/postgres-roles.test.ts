import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { DataSource } from 'typeorm';
import { createDataSource, NO_TIMEOUTS } from '../../entities/data-source.js';
import { emitLowBalance } from '../../domain/webhooks/emit-event.js';
import { readEvents } from '../../domain/webhooks/read-events.js';
import { migrate } from '../../cli/migrate.js';
import { buildAccount } from '../support/accounts.js';
import { testDatabaseUrl } from '../support/test-database.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { failureOf } from '../support/failure.js';
import { fileText } from './deployment.js';

const PASSWORD = randomBytes(12).toString('hex');

/**
 * Runs the SQL of deploy/postgres-roles.sh as psql would: `:'name'` is a quoted value, and `\gexec` executes the rows
 * of the query before it as statements.
 */
async function runRolesScript(superuser: DataSource): Promise<void> {
  const script = await fileText('deploy/postgres-roles.sh');
  const sql = /<<'SQL'\n([^]*?)^SQL$/m.exec(script)?.[1] ?? '';
  const statements = sql
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(/:'\w+'/g, `'${PASSWORD}'`)
    .split(/(?<=\\gexec|;)\n/)
    .map((statement) => statement.trim())
    .filter(Boolean);
  expect(statements.length).to.be.at.least(8);
  for (const statement of statements) {
    if (!statement.endsWith('\\gexec')) await superuser.query(statement);
    else {
      const rows: object[] = await superuser.query(statement.replace('\\gexec', ''));
      for (const row of rows) await superuser.query(String(Object.values(row)[0]));
    }
  }
}

/** Roles belong to the whole server, so no other test may use these names. */
for (const [what, migrated] of [
  ['a new volume', false],
  ['a volume from an older version, whose tables belong to the superuser', true],
] as const) {
  describe(`PostgreSQL roles in docker-compose.yml, on ${what}`, () => {
    const fresh = freshDatabase({ migrated });
    let app: DataSource;
    let url: string;

    before(async () => {
      await runRolesScript(fresh.db);
      await runRolesScript(fresh.db);
      const address = new URL(fresh.url);
      address.username = 'media_app';
      address.password = PASSWORD;
      url = address.href;
      await migrate(url);
      app = createDataSource(url, 2);
      await app.initialize();
    });
    after(async () => {
      await app?.destroy();
      // The database is already dropped, with all objects that the roles owned.
      const server = createDataSource(testDatabaseUrl(), 1);
      await server.initialize();
      await server.query('DROP ROLE IF EXISTS media_app, temporal');
      await server.destroy();
    });

    it('prevent the application role from being superuser or creating roles and databases', async () => {
      const [role] = await app.query(
        `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
         FROM pg_roles WHERE rolname = current_user`,
      );
      expect(Object.values(role)).to.deep.equal([false, false, false, false, false]);
      for (const statement of [
        'CREATE ROLE another',
        'CREATE DATABASE another',
        "COPY account TO PROGRAM 'true'",
        "SELECT pg_read_file('PG_VERSION')",
        'SELECT * FROM pg_authid',
        'SET session_replication_role = replica',
      ]) {
        const error = await failureOf(app.query(statement));
        expect(error.message, statement).to.match(/permission denied/);
      }
    });

    it('let the application role do what the platform needs, including event epochs', async () => {
      const { accountId } = await buildAccount(app);
      const { cursor } = await readEvents(app.manager, accountId, null);
      await emitLowBalance(app.manager, accountId, 7, new Date());
      expect((await readEvents(app.manager, accountId, cursor)).cursor).to.be.a('string');
    });

    it('prevent the application role from emptying the ledger', async () => {
      for (const table of ['ledger_entry', 'ledger_tx CASCADE']) {
        const error = await failureOf(app.query(`TRUNCATE ${table}`));
        expect(error.message, table).to.include('append-only');
      }
    });

    it('prevent the Temporal role from connecting to the application database', async () => {
      const address = new URL(fresh.url);
      address.username = 'temporal';
      address.password = PASSWORD;
      const temporal = createDataSource(address.href, 1, NO_TIMEOUTS);
      expect((await failureOf(temporal.initialize())).message).to.match(/permission denied/);
    });
  });
}
