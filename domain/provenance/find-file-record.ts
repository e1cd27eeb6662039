import type { EntityManager } from 'typeorm';
import { queryOne } from '../../entities/rows.js';
import type { FileRecord } from './present-verification.js';

const SELECT = `
SELECT g.id AS "generationId", g.model,
  floor(extract(epoch FROM c.created_at) * 1000)::float8 AS "generatedAt"
FROM content_credential c JOIN generation g ON g.id = c.generation_id`;

const BY_CONTENT = `${SELECT} WHERE c.content_hash = $1 ORDER BY c.created_at LIMIT 1`;
const BY_WATERMARK = `${SELECT} WHERE c.watermark = $1 ORDER BY c.created_at LIMIT 1`;

/**
 * Finds the first generation whose output has these pixels and sound. Deleted generations are not
 * found, because their rows are gone.
 */
export const findFileRecord = (
  db: EntityManager,
  contentHash: string,
): Promise<FileRecord | null> => queryOne(db, BY_CONTENT, [contentHash]);

const MANIFEST = `
SELECT manifest FROM content_credential
WHERE generation_id = $1 AND manifest IS NOT NULL ORDER BY created_at DESC LIMIT 1`;

/** Finds the newest manifest of a generation's output; null if it was too large to be stored. */
export async function findManifest(db: EntityManager, generationId: string) {
  const row = await queryOne<{ manifest: Buffer }>(db, MANIFEST, [generationId]);
  return row?.manifest ?? null;
}

/** Finds the generation whose output has this code in its pixels. */
export const findMarkedRecord = (db: EntityManager, code: string): Promise<FileRecord | null> =>
  queryOne(db, BY_WATERMARK, [code]);
