import { expect } from 'chai';
import type { DataSource } from 'typeorm';
import { findAudit } from '../../domain/identity/find-audit.js';
import { createDataSource } from '../../entities/data-source.js';
import { testDatabaseUrl } from '../support/test-database.js';
import { adminJson, runAdmin } from './run-command.js';

describe('admin audit log', () => {
  let db: DataSource;
  before('opens a connection', async () => {
    db = await createDataSource(testDatabaseUrl(), 1).initialize();
  });
  after('closes the connection', () => db.destroy());

  it('shows each change by an operator once to the owner of the account', async () => {
    const { json } = await adminJson<{ account_id: string; key_id: string }>(['account', 'create']);
    const { account_id: id, key_id: first } = json;
    const set = ['--plan', 'creator'];
    expect((await runAdmin(['account', 'set-plan', id, ...set])).code).to.equal(0);
    const raise = ['--limit', 'concurrent_jobs', '--value', '50'];
    expect((await runAdmin(['account', 'raise-limit', id, ...raise])).code).to.equal(0);
    const made = await adminJson<{ key_id: string }>(['key', 'create', '--account', id]);
    const key = made.json.key_id;
    for (const _ of ['once', 'again']) await runAdmin(['key', 'revoke', key]);
    const add = ['member', 'add', '--account', id, '--name', 'Ann'];
    const joined = await adminJson<{ member_id: string }>(add);
    const member = joined.json.member_id;
    for (const _ of ['once', 'again']) await runAdmin(['member', 'remove', member]);
    const grant = ['credits', 'grant', id, '--amount', '5', '--ref', 'invoice'];
    for (const _ of ['once', 'again']) await runAdmin(grant);
    for (const change of ['suspend', 'resume']) {
      for (const _ of ['once', 'again']) await runAdmin(['account', change, id]);
    }

    const { rows } = await findAudit(db.manager, id, {});
    const lines = rows.map(({ action, target }) => [action, target]).toReversed();
    expect(lines).to.deep.equal([
      ['key.created', first],
      ['plan.changed', id],
      ['limit.raised', id],
      ['key.created', key],
      ['key.revoked', key],
      ['member.joined', member],
      ['member.removed', member],
      ['credits.granted', id],
      ['account.suspended', id],
      ['account.resumed', id],
    ]);
    expect(new Set(rows.map(({ actor }) => actor))).to.deep.equal(new Set(['operator']));
    const granted = rows.find(({ action }) => action === 'credits.granted');
    expect(granted?.details).to.deep.equal({ amount: 5, bucket: 'subscription', ref: 'invoice' });
  });
});
