import type { DataSource } from 'typeorm';
import { executeAndCount } from '../../entities/rows.js';
import type { MediaKind } from '../catalogue/media-types.js';
import { IMPORT_MARK_MS } from '../catalogue/upload-limits.js';
import type { Caller } from '../accounts/caller.js';
import { countUpload } from './upload-allowance.js';

export interface BeginDeps {
  readonly db: DataSource;
  readonly newId: (prefix: 'upl') => string;
}

/** An import that is about to read its file. */
export interface BegunImport {
  readonly caller: Pick<Caller, 'accountId' | 'limits'>;
  /** Identifies the request and its field, so that a retry is not counted again. */
  readonly sourceKey: string;
  /**
   * The upload's preliminary kind: any kind that the field accepts. The stored upload replaces it.
   */
  readonly kind: MediaKind;
  /** Bytes known in advance: a data URL's size, or 0 for a URL. */
  readonly bytes: number;
}

/**
 * Marks an import as counted. The mark replaces an expired upload from the same source, whose
 * object the sweep removes. Returns no row if an earlier attempt or a duplicate has already counted
 * the import.
 */
const MARK = `
INSERT INTO upload AS u (id, account_id, status, kind, content_type, source_key, created_at,
  expires_at)
VALUES ($1, $2, 'staging', $3, 'application/octet-stream', $4, $5, $6)
ON CONFLICT (account_id, source_key) DO UPDATE SET status = excluded.status, object_key = NULL,
  size = NULL, box_id = NULL, created_at = excluded.created_at, expires_at = excluded.expires_at
  WHERE u.expires_at <= excluded.created_at
RETURNING 1`;

/**
 * Counts an import's file against the daily allowance before reading it, so that a failed import
 * counts as well.
 * @throws {Refusal} RATE_LIMITED if the daily allowance is used up
 */
export async function beginImport(
  { db, newId }: BeginDeps,
  { caller, sourceKey, kind, bytes }: BegunImport,
): Promise<void> {
  const { accountId, limits } = caller;
  await db.transaction(async (tx) => {
    const now = new Date();
    const until = new Date(now.getTime() + IMPORT_MARK_MS);
    const row = [newId('upl'), accountId, kind, sourceKey, now, until];
    if ((await executeAndCount(tx, MARK, row)) !== 1) return;
    await countUpload(tx, accountId, limits, { files: 1, bytes }, now);
  });
}
