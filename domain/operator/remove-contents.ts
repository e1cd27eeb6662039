import type { DataSource } from 'typeorm';
import type { ObjectStore } from '../ports/object-store.js';
import { processInBatches } from './in-batches.js';

/**
 * Queries for rows with the objects that they reference, and statements that remove the rows. Their
 * parameters are the account and the ids.
 */
interface ContentQueries {
  readonly next: string;
  readonly remove: readonly string[];
}

/** All kinds of an account's data that have objects. */
export const CONTENTS = {
  posts: {
    next: `SELECT p.id, ARRAY(
        SELECT source ->> 'key' FROM jsonb_array_elements(p.sources) AS source
        UNION ALL SELECT made ->> 'key' FROM social_publication r,
          jsonb_array_elements(r.renditions) AS made WHERE r.post_id = p.id) AS keys
      FROM social_post p WHERE account_id = $1 LIMIT $2`,
    remove: [
      `DELETE FROM media_fetch f USING social_post p
       WHERE p.id = f.post_id AND p.account_id = $1 AND p.id = ANY($2)`,
      'DELETE FROM social_post WHERE account_id = $1 AND id = ANY($2)',
    ],
  },
  generations: {
    next: `SELECT id, array_remove(ARRAY[output_key, thumbnail_key], NULL) AS keys
      FROM generation WHERE account_id = $1 LIMIT $2`,
    remove: [
      `DELETE FROM upstream_order o USING generation g
       WHERE g.id = o.generation_id AND g.account_id = $1 AND g.id = ANY($2)`,
      'DELETE FROM generation WHERE account_id = $1 AND id = ANY($2)',
    ],
  },
  characters: buildSubjectContent('character'),
  products: buildSubjectContent('product'),
  voices: {
    next: 'SELECT id, ARRAY[recording] AS keys FROM voice WHERE account_id = $1 LIMIT $2',
    remove: [
      `WITH gone AS (DELETE FROM voice WHERE account_id = $1 AND id = ANY($2) RETURNING 1)
       UPDATE account SET voices = voices - (SELECT count(*) FROM gone) WHERE id = $1`,
    ],
  },
  uploads: {
    next: `SELECT id, array_remove(ARRAY[staging_key, object_key], NULL) AS keys
      FROM upload WHERE account_id = $1 LIMIT $2`,
    remove: ['DELETE FROM upload WHERE account_id = $1 AND id = ANY($2)'],
  },
} as const satisfies Record<string, ContentQueries>;

function buildSubjectContent(table: 'character' | 'product'): ContentQueries {
  return {
    next: `SELECT id, ARRAY(SELECT jsonb_array_elements_text(photos)) AS keys
      FROM ${table} WHERE account_id = $1 LIMIT $2`,
    remove: [
      `WITH gone AS (DELETE FROM ${table} WHERE account_id = $1 AND id = ANY($2) RETURNING 1)
       UPDATE account SET ${table}s = ${table}s - (SELECT count(*) FROM gone) WHERE id = $1`,
    ],
  };
}

/**
 * Removes rows in batches, their objects first.
 * @returns the number of removed rows
 */
export async function removeContents(
  { db, store }: { readonly db: DataSource; readonly store: ObjectStore },
  accountId: string,
  { next, remove }: ContentQueries,
): Promise<number> {
  let removed = 0;
  await processInBatches(db, next, accountId, async (rows) => {
    const ids = rows.map(({ id }) => id);
    await store.remove(rows.flatMap(({ keys = [] }) => keys));
    await db.transaction(async (tx) => {
      for (const statement of remove) await tx.query(statement, [accountId, ids]);
    });
    removed += ids.length;
  });
  return removed;
}
