import { createHexSecret } from '../../domain/contract/ids.js';
import type { Deps } from '../../runtime/deps.js';

/**
 * Copies a completed generation, its output and its signature, so that a test has many outputs
 * without generating them.
 * @returns the keys of all outputs, the first one included
 */
export async function copyOutput(
  { db, store }: Pick<Deps, 'db' | 'store'>,
  id: string,
  copies: number,
): Promise<string[]> {
  const [row]: { key: string }[] = await db.query(
    'SELECT output_key AS key FROM generation WHERE id = $1',
    [id],
  );
  if (!row) throw new Error(`there is no generation ${id}`);
  const bytes = await store.get(row.key, 10_000_000);
  if (!bytes) throw new Error(`${row.key} is missing`);
  const keys = [row.key];
  for (let copy = 0; copy < copies; copy += 1) {
    const own = `gen_${createHexSecret()}`;
    const key = row.key.replace(id, own);
    await store.put(key, bytes, 'image/webp');
    await db.query(
      `INSERT INTO generation SELECT (jsonb_populate_record(g,
         jsonb_build_object('id', $2::text, 'output_key', $3::text))).*
       FROM generation g WHERE id = $1`,
      [id, own, key],
    );
    await db.query(
      `INSERT INTO content_credential SELECT (jsonb_populate_record(c,
         jsonb_build_object('generation_id', $2::text))).*
       FROM content_credential c WHERE generation_id = $1`,
      [id, own],
    );
    keys.push(key);
  }
  return keys;
}
