import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../entities/data-source.js';
import { migrate } from '../../cli/migrate.js';
import { testDatabaseUrl } from '../support/test-database.js';
import { buildAccount } from '../support/accounts.js';
import { adminJson, runAdmin } from './run-command.js';

interface Examined {
  ok: boolean;
  violations: { invariant: string; rule: string; rows: Record<string, unknown>[] }[];
}

/** Uses a separate database, because other tests would see the inconsistent rows. */
describe('admin doctor', () => {
  const name = `doctor_${randomBytes(4).toString('hex')}`;
  let server: DataSource;
  let db: DataSource;
  let url: string;
  const examine = () => adminJson<Examined>(['doctor'], url);

  before(async () => {
    server = createDataSource(testDatabaseUrl(), 1);
    await server.initialize();
    await server.query(`CREATE DATABASE ${name}`);
    url = new URL(name, testDatabaseUrl()).href;
    await migrate(url);
    db = createDataSource(url, 2);
    await db.initialize();
  });

  after(async () => {
    await db?.destroy();
    await server?.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server?.destroy();
  });

  it('exits with 0 and no violations for a consistent database', async () => {
    await buildAccount(db, { credits: 100, purchased: 20 });
    const { code, json } = await examine();
    // Temporal is unreachable here, so pending starts are not checked.
    const rest = { not_checked: ['never_dispatched'] };
    expect(json).to.deep.equal({ ok: true, violations: [], ...rest });
    expect(code).to.equal(0);
  });

  it('exits with 1 and names the account if ledger entries do not explain its credits', async () => {
    const { accountId } = await buildAccount(db);
    await db.query('UPDATE account SET sub = sub + 5 WHERE id = $1', [accountId]);
    const { code, json } = await examine();
    expect(code).to.equal(1);
    expect(json.ok).to.equal(false);
    expect(json.violations.map(({ invariant }) => invariant)).to.deep.equal(['I3']);
    expect(json.violations[0]?.rows[0]).to.include({ id: accountId });
    const text = await runAdmin(['doctor'], url);
    expect(text.code).to.equal(1);
    expect(text.stdout).to.include('BROKEN  I3').and.include(accountId);
    await db.query('UPDATE account SET sub = sub - 5 WHERE id = $1', [accountId]);
  });

  it('reports a workflow start that has been due for five minutes, but not a more recent start', async () => {
    const insert = `INSERT INTO workflow_start
      (workflow_id, workflow_type, args, account_id, summary, attributes, next_try_at, created_at)
      VALUES ($1, 'generateImage', '[]', 'acc_1', '', '{}', now(), now() - $2::interval)`;
    await db.query(insert, ['gen_old', '6 min']);
    await db.query(insert, ['gen_new', '4 min']);
    const { json } = await examine();
    expect(json.violations.map(({ invariant }) => invariant)).to.deep.equal(['stale_start']);
    expect(json.violations[0]?.rows).to.have.length(1);
    expect(json.violations[0]?.rows[0]).to.include({ workflow_id: 'gen_old' });
    await db.query('DELETE FROM workflow_start');
  });

  it('reports a generation that has been open for long, unless its workflow run is known to be running', async () => {
    const { accountId, keyId } = await buildAccount(db);
    const found = async () => {
      const { json } = await examine();
      return json.violations.find(({ invariant }) => invariant === 'stuck_generation');
    };
    await db.query(
      `INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request, created_at)
       VALUES ('gen_stuck', $1, $2, 'image', 'm', 'processing', 0, '{}', now() - interval '61 min')`,
      [accountId, keyId],
    );
    expect((await found())?.rows[0]).to.include({ id: 'gen_stuck', status: 'processing' });
    await db.query("UPDATE generation SET run_seen_at = now() - interval '15 min'");
    expect(await found()).to.equal(undefined);
    await db.query("UPDATE generation SET run_seen_at = now() - interval '17 min'");
    expect((await found())?.rows[0]).to.include({ id: 'gen_stuck' });
  });
});
