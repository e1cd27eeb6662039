import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { createDataSource, NO_TIMEOUTS } from '../../entities/data-source.js';
import { connectDatabase } from '../../runtime/database.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { failureOf } from '../support/failure.js';

const SHOW = `
SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
  current_setting('idle_in_transaction_session_timeout') AS idle`;

describe('database connections through a pooler', () => {
  const role = `pooled_${randomBytes(4).toString('hex')}`;
  // Registered before the hook of `freshDatabase` that disconnects.
  after(() => fresh.db.query(`DROP ROLE ${role}`));
  const fresh = freshDatabase({ migrated: false });
  let url: string;

  before(async () => {
    await fresh.db.query(`CREATE ROLE ${role} LOGIN PASSWORD 'pooled'`);
    url = Object.assign(new URL(fresh.url), { username: role, password: 'pooled' }).href;
  });

  const connect = () =>
    connectDatabase({ databaseUrl: fresh.url, databasePoolerUrl: url, databasePool: 1 }, 'api');

  it('fail at start if the role has no timeouts, and the error contains the statements that set them', async () => {
    const { message } = await failureOf(connect());
    const wanted = { statement_timeout: 4_000, lock_timeout: 2_000 };
    for (const [name, ms] of Object.entries(wanted))
      expect(message).to.include(`ALTER ROLE ${role} SET ${name} = ${ms};`);
    for (const [statement = ''] of message.matchAll(/ALTER ROLE [^;]+;/g))
      await fresh.db.query(statement);
    const db = await connect();
    const shown: unknown[] = await db.query(SHOW);
    await db.destroy();
    expect(shown).to.deep.equal([{ statement: '4s', lock: '2s', idle: '15s' }]);
  });

  it('run migrations without the timeouts of the role', async () => {
    const db = await createDataSource(url, 1, NO_TIMEOUTS).initialize();
    const shown: unknown[] = await db.query(SHOW);
    await db.destroy();
    expect(shown).to.deep.equal([{ statement: '0', lock: '0', idle: '0' }]);
  });
});
