import { expect } from 'chai';
import type { DataSource } from 'typeorm';
import {
  findCharacter,
  findProduct,
  findCharacters,
  buildSubjectInputs,
} from '../../domain/subjects/find-subject.js';
import { createId, createSubjectId } from '../../domain/contract/ids.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { buildAccount } from '../support/accounts.js';
import { failureOf } from '../support/failure.js';

describe('findCharacter and findProduct', () => {
  const fresh = freshDatabase();
  let account: string;

  /** Inserts a row in one of the two tables, without related rows. */
  async function insert(db: DataSource, table: 'character' | 'product', at = '2026-01-01') {
    const id = createSubjectId();
    const own = table === 'character' ? ['gender, type', "'male', 'photo'"] : ['category', 'NULL'];
    await db.query(
      `INSERT INTO ${table} (id, account_id, name, ${own[0]}, photos, created_at, updated_at)
       VALUES ($1, $2, 'x', ${own[1]}, '["a", "b"]', $3, $3)`,
      [id, account, at],
    );
    return id;
  }

  before(async () => {
    account = (await buildAccount(fresh.db)).accountId;
  });

  it('find a subject of the account, with its photos in order', async () => {
    const { manager } = fresh.db;
    const person = await findCharacter(manager, account, await insert(fresh.db, 'character'));
    const item = await findProduct(manager, account, await insert(fresh.db, 'product'));
    expect([person.photos, item.photos]).to.deep.equal([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it("refuse another account's ids and unknown ids in the same way, and name the field", async () => {
    const { manager } = fresh.db;
    const [person, item] = [await insert(fresh.db, 'character'), await insert(fresh.db, 'product')];
    const other = createId('acc');
    const refusals = [
      [await failureOf(findCharacter(manager, other, person, 'character_id')), 'character_id'],
      [await failureOf(findCharacter(manager, account, item, 'character_id')), 'character_id'],
      [await failureOf(findProduct(manager, other, item, 'product_id')), 'product_id'],
      [
        await failureOf(findProduct(manager, account, createSubjectId(), 'product_id')),
        'product_id',
      ],
    ] as const;
    for (const [refusal, field] of refusals) {
      expect(refusal).to.deep.include({ code: 'NOT_FOUND', details: { field } });
      expect(refusal.message).to.match(new RegExp(`^${field}: there is no (character|product) `));
    }
    const inPath = await failureOf(findProduct(manager, account, 'none'));
    expect(inPath).to.deep.include({ code: 'NOT_FOUND', details: undefined });
    expect(inPath.message).to.match(/^There is no product `none` in this account/);
  });

  it('list the newest 200 if no limit is given, with a cursor to the next page', async () => {
    const old = await insert(fresh.db, 'character', '2020-01-01');
    await Promise.all(Array.from({ length: 200 }, () => insert(fresh.db, 'character')));
    const { rows, nextCursor } = await findCharacters(fresh.db.manager, account, {});
    expect(rows).to.have.length(200);
    const rest = await findCharacters(fresh.db.manager, account, { cursor: nextCursor ?? '' });
    expect(rest.rows.map(({ id }) => id)).to.include(old);
    expect(rest.nextCursor).to.equal(null);
    expect(rows.map(({ id }) => id)).to.not.include(old);
  });

  it('pass photos to a generation in their order', () => {
    expect(buildSubjectInputs('product', { photos: ['p/1.webp', 'p/2.webp'] })).to.deep.equal([
      { role: 'product', tag: null, key: 'p/1.webp', contentType: 'image/webp' },
      { role: 'product', tag: null, key: 'p/2.webp', contentType: 'image/webp' },
    ]);
  });

  it('have lower-case base32 ids of 20 characters, which are never repeated', () => {
    const ids = Array.from({ length: 2_000 }, () => createSubjectId());
    for (const id of ids) expect(id).to.match(/^[a-z2-7]{20}$/);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(new Set(ids.join('')).size, 'every character occurs').to.equal(32);
  });
});
