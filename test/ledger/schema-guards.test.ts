import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { EntityManager } from 'typeorm';
import { buildAccount, type TestAccount } from '../support/accounts.js';
import { ledgerWorld } from './world.js';
import { failureOf } from '../support/failure.js';

/** PostgreSQL enforces these constraints, independently of the code. */
describe('ledger schema constraints', () => {
  const world = ledgerWorld();
  let account: TestAccount;
  before(async () => {
    account = await buildAccount(world.db, { credits: 10 });
    const { id } = await world.reserve(account, { price: 4 });
    await world.close(id, 1);
    await world.reserve(account, { price: 2 });
  });

  async function refused(message: string, work: (tx: EntityManager) => Promise<unknown>) {
    expect((await failureOf(world.db.transaction(work))).message).to.include(message);
  }

  const book = async (tx: EntityManager, entries: Record<string, number>) => {
    const id = randomUUID();
    await tx.query(
      "INSERT INTO ledger_tx (id, account_id, kind, ref_type, ref_id) VALUES ($1, $2, 'adjust', 'test', $3)",
      [id, account.accountId, id],
    );
    for (const [bucket, amount] of Object.entries(entries)) {
      await tx.query(
        'INSERT INTO ledger_entry (tx_id, account_id, bucket, amount) VALUES ($1, $2, $3, $4)',
        [id, account.accountId, bucket, amount],
      );
    }
    return id;
  };

  for (const statement of [
    'UPDATE ledger_entry SET amount = amount + 1',
    "UPDATE ledger_entry SET bucket = 'cash'",
    'DELETE FROM ledger_entry',
    "UPDATE ledger_tx SET kind = 'fee'",
    'DELETE FROM ledger_tx',
    'TRUNCATE ledger_entry',
    'TRUNCATE ledger_tx CASCADE',
  ]) {
    it(`keep the ledger append-only: ${statement}`, () =>
      refused('append-only', (tx) => tx.query(statement)));
  }

  it('refuse entries that do not sum to zero at commit', async () => {
    let reached = false;
    await refused('does not sum to zero', async (tx) => {
      await book(tx, { revenue: 5, grants: -4 });
      reached = true;
    });
    expect(reached, 'the statements themselves pass').to.equal(true);
  });

  it('refuse at commit an entry added later to a balanced transaction', async () => {
    await refused('does not sum to zero', async (tx) => {
      const id = await book(tx, { revenue: 5, grants: -5 });
      await tx.query('SET CONSTRAINTS ledger_balanced IMMEDIATE');
      await tx.query('SET CONSTRAINTS ledger_balanced DEFERRED');
      await tx.query(
        "INSERT INTO ledger_entry (tx_id, account_id, bucket, amount) VALUES ($1, $2, 'cash', 1)",
        [id, account.accountId],
      );
    });
  });

  it('accept entries that sum to zero at commit', async () => {
    await world.db.transaction((tx) => book(tx, { revenue: 3, cash: 1, grants: -4 }));
  });

  it('refuse an entry with zero credits, an unknown bucket or no transaction', async () => {
    await refused('ledger_entry_amount', (tx) => book(tx, { revenue: 0 }));
    await refused('ledger_entry_bucket', (tx) => book(tx, { pocket: 1 }));
    await refused('ledger_entry_tx_fk', (tx) =>
      tx.query(
        "INSERT INTO ledger_entry (tx_id, account_id, bucket, amount) VALUES ($1, 'a', 'cash', 1)",
        [randomUUID()],
      ),
    );
  });

  it('allow only one transaction per kind and reference', () =>
    refused('ledger_tx_ref', (tx) =>
      tx.query(
        `INSERT INTO ledger_tx (id, account_id, kind, ref_type, ref_id)
         SELECT $1, account_id, kind, ref_type, ref_id FROM ledger_tx LIMIT 1`,
        [randomUUID()],
      ),
    ));

  for (const column of ['sub', 'pur', 'held_sub', 'held_pur', 'active_jobs']) {
    it(`refuse a negative value for the account column ${column}`, () =>
      refused('account_no_negative', (tx) => tx.query(`UPDATE account SET ${column} = -1`)));
  }

  for (const [constraint, statement] of [
    ['hold_amounts', 'UPDATE hold SET settled_sub = sub + 1'],
    ['hold_amounts', 'UPDATE hold SET settled_pur = pur + 1'],
    ['hold_state', "UPDATE hold SET state = 'lost'"],
    ['key_month_no_negative', 'UPDATE key_month SET spent = -1'],
    ['generation_refund', 'UPDATE generation SET refunded_credits = credits + 1'],
    ['generation_refund', 'UPDATE generation SET refunded_credits = -1'],
    ['api_key_cap', 'UPDATE api_key SET monthly_cap = -1'],
  ] as const) {
    it(`refuse a row that violates ${constraint}: ${statement}`, () =>
      refused(constraint, (tx) => tx.query(statement)));
  }
});
