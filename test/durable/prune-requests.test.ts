import { expect } from 'chai';
import { pruneRequests } from '../../domain/durable/prune-requests.js';
import { freshDatabase } from '../entities/fresh-database.js';

describe('pruning of stored responses and refusals', () => {
  const fresh = freshDatabase();

  /** Inserts rows of the given age into both tables. */
  async function aged(name: string, age: string, count: number): Promise<void> {
    const rows = `now() - '${age}'::interval FROM generate_series(1, ${count}) AS n`;
    await fresh.db.query(
      `INSERT INTO idempotency_key SELECT 'acc_1', '${name}' || n, 'f', 200, '{}', ${rows}`,
    );
    await fresh.db.query(
      `INSERT INTO refused_request (id, operation, status, code, ms, created_at)
       SELECT '${name}' || n, 'createImage', 400, 'VALIDATION_ERROR', 1, ${rows}`,
    );
  }

  it('deletes everything that has expired, in batches, and nothing else', async () => {
    await aged('old', '8 days', 2_500);
    await aged('young', '6 days', 3);
    expect(await pruneRequests(fresh.db)).to.deep.equal({ answers: 2_500, refusals: 2_500 });
    expect(await pruneRequests(fresh.db)).to.deep.equal({ answers: 0, refusals: 0 });
    const [left] = await fresh.db.query(
      `SELECT (SELECT count(*)::int FROM idempotency_key) AS answers,
         (SELECT count(*)::int FROM refused_request) AS refusals`,
    );
    expect(left).to.deep.equal({ answers: 3, refusals: 3 });
  });

  it('stops between two batches when aborted', async () => {
    await aged('more', '8 days', 10);
    const none = await pruneRequests(fresh.db, AbortSignal.abort());
    expect(none).to.deep.equal({ answers: 0, refusals: 0 });
  });
});
