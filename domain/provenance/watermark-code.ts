import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { queryOne } from '../../entities/rows.js';

/** 15 hex digits: the most that fit into the 61 bits of TrustMark with its strongest correction. */
const CODE_DIGITS = 15;

const FIND = `
SELECT watermark AS code FROM content_credential
WHERE generation_id = $1 AND watermark IS NOT NULL ORDER BY created_at LIMIT 1`;

/**
 * Chooses the code for the watermark of a generation's output: the one that an earlier attempt has
 * recorded, else a random one. The id of a generation is too long for a watermark.
 */
export async function chooseWatermarkCode(
  db: EntityManager,
  generationId: string,
): Promise<string> {
  const earlier = await queryOne<{ code: string }>(db, FIND, [generationId]);
  return earlier?.code ?? randomBytes(8).toString('hex').slice(0, CODE_DIGITS);
}
