import { buildAccount } from '../support/accounts.js';
import { newId } from '../../runtime/ids.js';
import { ledgerWorld } from './world.js';
import { readFileSync } from 'node:fs';
import { until } from '../support/until.js';
import { grantCredits } from '../../domain/ledger/grant.js';
import { randomUUID } from 'node:crypto';
const SQL = /const RESERVE = `([^`]*)`/.exec(readFileSync('domain/ledger/reserve.ts','utf8'))![1]!;
describe('debug', () => {
  const world = ledgerWorld(64);
  it('plan', async () => {
    const account = await buildAccount(world.db, { credits: 40, purchased: 40 });
    const params = (price: number) => [account.accountId, account.keyId, newId('hold'), price, null, '2026-01-01', 20, '2026-01-01', 12, 'generation', newId('gen'), randomUUID()];
    await world.db.query(SQL, params(1)); // month row exists
    const wait = (n: number) => until('wait', async () => (await world.db.query("select 1 from pg_stat_activity where wait_event_type='Lock' and datname=current_database()")).length >= n);
    // A: updates account, holds; B: reserve blocks on account; commit A
    const A = world.db.createQueryRunner(); await A.startTransaction();
    await A.query('UPDATE account SET sub = 3, active_jobs = 11 WHERE id=$1', [account.accountId]);
    const b = world.db.query(SQL, params(5)).catch((e) => e.message);
    await wait(1);
    await A.commitTransaction();
    console.log('account wait', await b, await world.balance(account));
    // A: updates month and account; B waits at month
    await A.startTransaction();
    await A.query('UPDATE key_month SET spent = spent + 0 WHERE key_id=$1', [account.keyId]);
    await A.query('UPDATE account SET sub = 3, active_jobs = 11 WHERE id=$1', [account.accountId]);
    const b2 = world.db.query(SQL, params(5)).catch((e) => e.message);
    await wait(1);
    await A.commitTransaction();
    console.log('month wait', await b2, await world.balance(account));
    // month wait then account wait
    const C = world.db.createQueryRunner(); 
    await world.db.query('UPDATE account SET sub = 40, active_jobs = 0 WHERE id=$1', [account.accountId]);
    await A.startTransaction(); await C.startTransaction();
    await A.query('UPDATE key_month SET spent = spent + 0 WHERE key_id=$1', [account.keyId]);
    const b3 = world.db.query(SQL, params(5)).catch((e) => e.message);
    await wait(1);
    await C.query('UPDATE account SET sub = 30, active_jobs = 5 WHERE id=$1', [account.accountId]);
    await C.commitTransaction(); await C.startTransaction();
    await C.query('UPDATE account SET sub = 3, active_jobs = 11 WHERE id=$1', [account.accountId]);
    await A.commitTransaction();
    await wait(1);
    await C.commitTransaction();
    console.log('month then account wait', await b3, await world.balance(account));
    // wait on account, whose holder is another reserve
    await world.db.query('UPDATE account SET sub = 40, active_jobs = 0 WHERE id=$1', [account.accountId]);
    const key2 = newId('key');
    await C.startTransaction();
    const p = params(38); p[1] = key2;
    await C.query(SQL, p);
    const b4 = world.db.query(SQL, params(5)).catch((e) => e.message);
    await wait(1);
    await C.commitTransaction();
    console.log('other reserve', await b4, await world.balance(account));
    const plan = await world.db.query('EXPLAIN (VERBOSE, COSTS OFF) ' + SQL.replace(/\$(\d+)/g, (_, n) => { const v = params(5)[Number(n)-1]; return v === null ? 'NULL' : typeof v === 'number' ? String(v) : `'${v}'`; }));
    console.log(plan.map((r: any) => r['QUERY PLAN']).join('\n'));
    await A.release(); await C.release();
  });
});
