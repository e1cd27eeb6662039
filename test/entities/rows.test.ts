import { expect } from 'chai';
import { executeAndCount, queryOne, queryRows } from '../../entities/rows.js';
import { freshDatabase } from './fresh-database.js';

describe('raw SQL helpers', () => {
  const fresh = freshDatabase();
  before(() => fresh.db.query('CREATE TABLE thing (id int PRIMARY KEY)'));

  it('count and return rows in the same way for every kind of statement', async () => {
    const insert =
      'INSERT INTO thing SELECT generate_series(1, 3) ON CONFLICT DO NOTHING RETURNING id';
    expect(await queryRows(fresh.db, insert)).to.deep.equal([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(await executeAndCount(fresh.db, insert)).to.equal(0);
    const two = 'SELECT id FROM thing WHERE id < $1 ORDER BY id';
    expect(await queryRows(fresh.db, two, [3])).to.deep.equal([{ id: 1 }, { id: 2 }]);
    const update = 'UPDATE thing SET id = id + 10 WHERE id <= $1';
    expect(await queryRows(fresh.db, `${update} RETURNING id`, [1])).to.deep.equal([{ id: 11 }]);
    expect(await executeAndCount(fresh.db, update, [3])).to.equal(2);
    expect(await executeAndCount(fresh.db, update, [3])).to.equal(0);
    const moved = `WITH gone AS (DELETE FROM thing WHERE id = 13 RETURNING id)
      UPDATE thing SET id = gone.id + 100 FROM gone WHERE thing.id = 11`;
    expect(await executeAndCount(fresh.db, moved)).to.equal(1);
    expect(await executeAndCount(fresh.db, 'DELETE FROM thing WHERE id > 11')).to.equal(2);
  });

  it('return the first row, or null if there is no row', async () => {
    const one = 'SELECT id FROM thing WHERE id = $1';
    expect(await queryOne(fresh.db, one, [99])).to.equal(null);
    await fresh.db.query('INSERT INTO thing VALUES (99)');
    expect(await queryOne(fresh.db, one, [99])).to.deep.equal({ id: 99 });
  });
});
