import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { EntityManager } from 'typeorm';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { createId } from '../../domain/contract/ids.js';
import { FewerWrites1763700000027 } from '../../entities/migrations/0027-fewer-writes.js';
import { buildAccount, type TestAccount } from '../support/accounts.js';
import { connect } from '../social/connected.js';
import { feeDeps } from '../social/fee-deps.js';
import { acceptPost, settleWith } from './posts.js';
import { insertQueued, ledgerWorld } from './world.js';

/** One way to break a rule with SQL, and the exact expected report. */
interface Break {
  readonly name: string;
  readonly reports: readonly string[];
  readonly work: (tx: EntityManager) => Promise<unknown>;
}

describe('checkInvariants', () => {
  const world = ledgerWorld();
  let account: TestAccount;
  const open = createId('gen');
  const finished = createId('gen');
  const waiting = createId('pst');
  const settled = createId('pst');

  before('a clean ledger with all kinds of rows', async () => {
    account = await buildAccount(world.db, { credits: 50, purchased: 20 });
    await world.reserve(account, { price: 7, refId: open });
    await world.reserve(account, { price: 60, refId: finished });
    await world.close(finished, 25);
    const failed = await world.reserve(account, { price: 3 });
    await world.close(failed.id, 0);
    const deleted = await world.reserve(account, { price: 2 });
    await world.close(deleted.id, 'all');
    await world.db.query('DELETE FROM generation WHERE id = $1', [deleted.id]);
    await buildAccount(world.db, { credits: 0 });
    const poster = { ...(await buildAccount(world.db, { credits: 9 })), now: new Date() };
    await world.db.transaction((tx) => acceptPost(tx, poster, [1, 3], waiting));
    await world.db.transaction((tx) => acceptPost(tx, poster, [1, 3], settled));
    await world.db.transaction((tx) => settleWith(tx, settled, 1));
    const payer = await buildAccount(world.db, { plan: 'creator', credits: 100 });
    for (const _ of [1, 2, 3]) await connect(feeDeps(world.db), payer);
  });

  const movement = async (tx: EntityManager, entries: Record<string, number>) => {
    const id = randomUUID();
    const { accountId } = account;
    await tx.query(
      "INSERT INTO ledger_tx (id, account_id, kind, ref_type, ref_id) VALUES ($1, $2, 'adjust', 'test', $3)",
      [id, accountId, id],
    );
    for (const [bucket, amount] of Object.entries(entries)) {
      await tx.query(
        'INSERT INTO ledger_entry (tx_id, account_id, bucket, amount) VALUES ($1, $2, $3, $4)',
        [id, accountId, bucket, amount],
      );
    }
  };
  const onAccount = (tx: EntityManager, set: string) =>
    tx.query(`UPDATE account SET ${set} WHERE id = $1`, [account.accountId]);
  const onGeneration = (tx: EntityManager, id: string, set: string) =>
    tx.query(`UPDATE generation SET ${set} WHERE id = $1`, [id]);
  const onHold = (tx: EntityManager, id: string, set: string) =>
    tx.query(`UPDATE hold SET ${set} WHERE ref_id = $1`, [id]);

  const onPost = (tx: EntityManager, id: string, set: string) =>
    tx.query(`UPDATE social_post SET ${set} WHERE id = $1`, [id]);
  const onPublications = (tx: EntityManager, id: string, set: string) =>
    tx.query(`UPDATE social_publication SET ${set} WHERE post_id = $1`, [id]);

  const breaks: Break[] = [
    {
      name: 'two transactions that are wrong by opposite amounts',
      reports: ['I1'],
      work: async (tx) => {
        await movement(tx, { revenue: 5, cash: -4 });
        await movement(tx, { revenue: 5, cash: -6 });
      },
    },
    {
      name: 'an unbalanced entry',
      reports: ['I1', 'I2'],
      work: (tx) => movement(tx, { revenue: 5 }),
    },
    {
      name: 'entries missing from the account',
      reports: ['I3'],
      work: (tx) => movement(tx, { sub: 5, grants: -5 }),
    },
    {
      name: 'credits without a ledger entry',
      reports: ['I3'],
      work: (tx) => onAccount(tx, 'pur = pur + 1'),
    },
    {
      name: 'an open hold without an account balance or a generation',
      reports: ['I4', 'I8'],
      work: async (tx) => {
        await tx.query(
          `INSERT INTO hold (id, account_id, ref_type, ref_id, key_id, month, sub, pur)
           VALUES ('hold_x', $1, 'generation', 'gen_gone', 'key_x', '2026-01-01', 4, 0)`,
          [account.accountId],
        );
        await tx.query("INSERT INTO key_month VALUES ('key_x', '2026-01-01', 4)");
      },
    },
    {
      name: 'held credits in the wrong bucket of the hold',
      reports: ['I4'],
      work: (tx) => onHold(tx, open, 'sub = sub - 1, pur = pur + 1'),
    },
    {
      name: 'a negative bucket with matching entries',
      reports: ['I5'],
      work: async (tx) => {
        await tx.query('ALTER TABLE account DROP CONSTRAINT account_no_negative');
        await onAccount(tx, 'sub = sub - 500');
        await movement(tx, { sub: -500, revenue: 500 });
      },
    },
    {
      name: 'a hold that was closed without moving its credits',
      reports: ['I6'],
      work: (tx) =>
        tx.query(
          `INSERT INTO hold (id, account_id, ref_type, ref_id, key_id, month, sub, pur, state)
           VALUES ('hold_x', $1, 'generation', 'gen_gone', 'key_x', '2026-01-01', 4, 0, 'released')`,
          [account.accountId],
        ),
    },
    {
      name: 'a finished generation with a different refund than booked',
      reports: ['I7'],
      work: (tx) => onGeneration(tx, finished, 'refunded_credits = refunded_credits - 1'),
    },
    {
      name: 'a failed generation whose hold is still open',
      reports: ['I8'],
      work: async (tx) => {
        await onGeneration(tx, open, "status = 'failed', refunded_credits = credits");
        await onAccount(tx, 'active_jobs = active_jobs - 1');
      },
    },
    {
      name: 'a running generation whose hold is closed',
      reports: ['I8'],
      work: async (tx) => {
        await onGeneration(tx, finished, "status = 'processing'");
        await onAccount(tx, 'active_jobs = active_jobs + 1');
      },
    },
    {
      name: 'a finished generation that never held anything',
      reports: ['I7', 'I8'],
      work: async (tx) => {
        const id = createId('gen');
        await insertQueued(tx, { ...account, id, credits: 0, createdAt: new Date() });
        await onGeneration(tx, id, "status = 'failed'");
      },
    },
    {
      name: 'a leaked slot',
      reports: ['I9'],
      work: (tx) => onAccount(tx, 'active_jobs = active_jobs + 1'),
    },
    {
      name: 'a monthly sum that is too high',
      reports: ['I10'],
      work: (tx) => tx.query('UPDATE key_month SET spent = spent + 1'),
    },
    {
      name: 'a missing monthly sum',
      reports: ['I10'],
      work: (tx) => tx.query('DELETE FROM key_month'),
    },
    {
      name: "a character missing from the account's counter",
      reports: ['I13'],
      work: (tx) =>
        tx.query(
          `INSERT INTO character (id, account_id, name, gender, type, photos, created_at, updated_at)
           VALUES ('x', $1, 'x', 'male', 'photo', '[]', now(), now())`,
          [account.accountId],
        ),
    },
    {
      name: 'a counted product that does not exist',
      reports: ['I13'],
      work: (tx) => onAccount(tx, 'products = products + 1'),
    },
    {
      name: 'a counted collection that does not exist',
      reports: ['I19'],
      work: (tx) => onAccount(tx, 'collections = collections + 1'),
    },
    {
      name: 'a settled post with a different refund than booked',
      reports: ['I14', 'I16'],
      work: (tx) => onPost(tx, settled, 'refunded_credits = refunded_credits + 1'),
    },
    {
      name: 'a settled post whose hold is still open',
      reports: ['I15'],
      work: async (tx) => {
        await onPublications(tx, waiting, "state = 'failed', error_code = 'CANCELLED'");
        const end = "status = 'failed', refunded_credits = credits, settled_at = now()";
        await onPost(tx, waiting, end);
      },
    },
    {
      name: 'a scheduled post with a closed hold',
      reports: ['I15'],
      work: (tx) => onPost(tx, settled, "status = 'scheduled', settled_at = NULL"),
    },
    {
      name: "a deleted post's open hold",
      reports: ['I15'],
      work: (tx) => tx.query('DELETE FROM social_post WHERE id = $1', [waiting]),
    },
    {
      name: 'credits charged for an unpublished platform',
      reports: ['I16'],
      work: (tx) => onPublications(tx, settled, "state = 'failed', error_code = 'TOO_LATE'"),
    },
    {
      name: 'a post that costs more than its platforms',
      reports: ['I16'],
      work: (tx) => onPublications(tx, waiting, 'credits = credits - 1'),
    },
    {
      name: 'a paid period without a fee',
      reports: ['I17'],
      work: (tx) =>
        tx.query(
          `INSERT INTO social_fee (id, account_id, platform, remote_id, paid_for, credits, paid_until)
           VALUES ('sac_x/1', 'acc_x', 'threads', 'x', 'sac_x', 50, now())`,
        ),
    },
    {
      name: 'a fee without a period',
      reports: ['I17'],
      work: (tx) => tx.query("UPDATE social_fee SET id = 'sac_x/1' WHERE credits = 50"),
    },
    {
      name: 'a period with a different fee',
      reports: ['I17'],
      work: async (tx) => {
        await tx.query('UPDATE social_fee SET credits = 49');
        await tx.query('UPDATE social_account SET fee_credits = 49 WHERE fee_credits = 50');
      },
    },
    {
      name: 'an account marked as paid without a payment',
      reports: ['I17'],
      work: (tx) => tx.query('UPDATE social_account SET fee_credits = 50'),
    },
    {
      name: 'usage without a hold',
      reports: ['I18'],
      work: (tx) => tx.query('UPDATE usage_day SET credits = credits + 1'),
    },
    {
      name: 'a hold missing from the daily usage',
      reports: ['I18'],
      work: (tx) => tx.query('DELETE FROM usage_day WHERE account_id = $1', [account.accountId]),
    },
    {
      name: 'daily usage for holds that do not exist',
      reports: ['I18'],
      work: (tx) =>
        tx.query(
          `INSERT INTO usage_day VALUES
           ($1, '2026-01-01', 'key_x', 'generation', 'image', 'service-image', 1, 0)`,
          [account.accountId],
        ),
    },
    {
      name: 'a reference booked twice',
      reports: ['I11'],
      work: async (tx) => {
        await tx.query('ALTER TABLE ledger_tx DROP CONSTRAINT ledger_tx_ref');
        await tx.query(
          `INSERT INTO ledger_tx (id, account_id, kind, ref_type, ref_id)
           SELECT $1, account_id, kind, ref_type, ref_id FROM ledger_tx WHERE kind = 'hold' LIMIT 1`,
          [randomUUID()],
        );
      },
    },
  ];

  it('reports nothing for a clean ledger', async () => {
    expect(await checkInvariants(world.db.manager)).to.deep.equal([]);
  });

  it('reports nothing for a post that was found on its platform after the refund', async () => {
    await world.db.query(
      `UPDATE social_publication SET state = 'published', error_code = NULL, found_at = now()
       WHERE post_id = $1 AND state = 'failed'`,
      [settled],
    );
    expect(await checkInvariants(world.db.manager)).to.deep.equal([]);
  });

  for (const { name, reports, work } of breaks) {
    it(`reports exactly ${reports.join(' and ')} for ${name}`, async () => {
      const runner = world.db.createQueryRunner();
      await runner.startTransaction();
      try {
        await runner.query('SET LOCAL session_replication_role = replica');
        // The sums of usage stay equal to the holds, so that only the tested rule is broken.
        await runner.query('ALTER TABLE hold ENABLE ALWAYS TRIGGER hold_summed');
        await runner.query('ALTER TABLE hold ENABLE ALWAYS TRIGGER hold_removed');
        await work(runner.manager);
        const violations = await checkInvariants(runner.manager);
        expect(violations.map(({ invariant }) => invariant)).to.deep.equal(reports);
        for (const { rows, rule } of violations) {
          expect(rule).not.to.equal('');
          expect(rows).to.have.length.within(1, 10);
        }
      } finally {
        await runner.rollbackTransaction();
        await runner.release();
      }
    });
  }

  it('has a test case for every rule', () => {
    const covered = new Set(breaks.flatMap(({ reports }) => reports));
    const rules = Array.from({ length: 11 }, (_, index) => `I${index + 1}`);
    rules.push('I13', 'I14', 'I15', 'I16', 'I17', 'I18', 'I19');
    expect([...covered].toSorted()).to.deep.equal(rules.toSorted());
  });

  it('reports nothing for usage sums that a migration computed from existing holds', async () => {
    const runner = world.db.createQueryRunner();
    try {
      const migration = new FewerWrites1763700000027();
      // The migration builds indexes concurrently, which is impossible in a transaction. No other
      // test uses this database.
      await migration.down(runner);
      await migration.up(runner);
      expect(await checkInvariants(runner.manager)).to.deep.equal([]);
      const [{ days }] = await runner.query('SELECT count(*)::int AS days FROM usage_day');
      expect(days).to.be.greaterThan(0);
    } finally {
      await runner.release();
    }
  });

  it('names at most ten rows', async () => {
    const runner = world.db.createQueryRunner();
    await runner.startTransaction();
    for (let index = 0; index < 15; index += 1) await buildAccount(world.db, { credits: 1 });
    await runner.query('UPDATE account SET pur = pur + 1');
    const [violation] = await checkInvariants(runner.manager);
    await runner.rollbackTransaction();
    await runner.release();
    expect(violation?.rows).to.have.length(10);
  });

  it('does not change any data', async () => {
    const [before] = await world.db.query(
      'SELECT sum(xmin::text::bigint) AS versions FROM account',
    );
    await checkInvariants(world.db.manager);
    const [after] = await world.db.query('SELECT sum(xmin::text::bigint) AS versions FROM account');
    expect(after).to.deep.equal(before);
  });
});
