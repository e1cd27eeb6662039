import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { executeAndCount } from '../../entities/rows.js';
import type { SignedBy } from './sign-file.js';

/** A larger manifest holds pictures of other tools; it is in the file alone. */
const MANIFEST_BYTES_MAX = 256_000;

/**
 * Records a signature before its file is stored, so that a repeated step recognises the stored file.
 * @param watermark code in the pixels; null keeps the one of an earlier signature
 * @returns false if the generation was deleted meanwhile; then nothing is left behind
 */
export async function recordSignature(
  db: DataSource,
  id: string,
  { bytes, manifest, contentHash, signedBy }: SignedBy,
  watermark: string | null = null,
): Promise<boolean> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const kept = manifest.length <= MANIFEST_BYTES_MAX ? Buffer.from(manifest) : null;
  const count = await executeAndCount(
    db,
    `INSERT INTO content_credential
       (generation_id, sha256, size, manifest, content_hash, signed_by, watermark)
     SELECT id, $2, $3, $4, $5, $6, coalesce($7, (SELECT watermark FROM content_credential
       WHERE generation_id = $1 AND watermark IS NOT NULL LIMIT 1)) FROM generation WHERE id = $1 ON CONFLICT DO NOTHING
     RETURNING 1`,
    [id, sha256, bytes.length, kept, contentHash, signedBy, watermark],
  );
  return count === 1;
}

/** Returns the same bytes as a Buffer, without a copy. */
export const toBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);
