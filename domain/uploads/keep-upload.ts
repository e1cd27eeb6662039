import type { DataSource, EntityManager } from 'typeorm';
import type { ObjectStore } from '../ports/object-store.js';
import { Upload } from '../../entities/upload.js';
import type { MediaFacts, MediaKind } from '../catalogue/media-types.js';
import { buildKey } from '../catalogue/object-keys.js';
import { computeUploadExpiry } from '../catalogue/upload-limits.js';
import { isReady, isUsable, type ReadyUpload } from './ready-upload.js';
import { reserveBoxBytes } from './boxes/reserve-box-bytes.js';
import { commitObjects } from './commit-objects.js';
import { executeAndCount } from '../../entities/rows.js';
import { createHexSecret } from '../contract/ids.js';

export interface KeepDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
  readonly newId: (prefix: 'upl') => string;
}

/** A checked file that becomes an upload. */
export interface NewUpload extends MediaFacts {
  readonly accountId: string;
  /** Identifies the source: storing a source more than once creates one upload. */
  readonly sourceKey: string;
  readonly boxId: string | null;
  readonly kind: MediaKind;
  readonly contentType: string;
  readonly size: number;
  /** Writes the file's bytes to our store under a key. */
  readonly write: (key: string) => Promise<void>;
  /** Counts the file's bytes, in the transaction that references the file. */
  readonly count: (tx: EntityManager) => Promise<void>;
}

/** Replaces the marker of an import that has begun, or an expired upload from the same source. */
const INSERT = `
INSERT INTO upload AS u (id, account_id, status, kind, content_type, size, duration_seconds, width,
  height, object_key, source_key, box_id, created_at, expires_at)
VALUES ($1, $2, 'ready', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
ON CONFLICT (account_id, source_key) DO UPDATE SET id = excluded.id, status = excluded.status,
  kind = excluded.kind, content_type = excluded.content_type, size = excluded.size,
  duration_seconds = excluded.duration_seconds, width = excluded.width,
  height = excluded.height, object_key = excluded.object_key,
  box_id = excluded.box_id, created_at = excluded.created_at, expires_at = excluded.expires_at
  WHERE u.status = 'staging' OR u.expires_at <= excluded.created_at
RETURNING id`;

/** Finds the upload that was previously created from a source; null if there is none. */
export async function findKept(
  db: EntityManager,
  accountId: string,
  sourceKey: string,
): Promise<ReadyUpload | null> {
  const row = await db.findOneBy(Upload, { accountId, sourceKey, status: 'ready' });
  return isUsable(row) ? row : null;
}

/**
 * Stores a file, then records it as an upload and counts its bytes in one transaction: if storing
 * fails, no bytes are counted. If two requests store the same source concurrently, both get the
 * faster request's upload.
 * @throws errors of `write` and `count`; at worst an object is left, which the sweep removes
 */
export async function keepUpload(deps: KeepDeps, wanted: NewUpload): Promise<ReadyUpload> {
  const { accountId, sourceKey, boxId, size } = wanted;
  const id = deps.newId('upl');
  const name = createHexSecret();
  const key = buildKey({ kind: 'upload', id, name, extension: null });
  await wanted.write(key);
  const commit = () =>
    deps.db.transaction(async (tx) => {
      const now = new Date();
      const inserted = await executeAndCount(tx, INSERT, [
        id,
        accountId,
        wanted.kind,
        wanted.contentType,
        size,
        wanted.durationSeconds,
        wanted.width,
        wanted.height,
        key,
        sourceKey,
        boxId,
        now,
        computeUploadExpiry(now),
      ]);
      if (inserted !== 1) return false;
      await wanted.count(tx);
      if (boxId !== null) await reserveBoxBytes(tx, { accountId, boxId, bytes: size });
      return true;
    });
  await commitObjects(deps.store, [key], commit, (inserted) => inserted);
  const row = await deps.db.manager.findOneByOrFail(Upload, { accountId, sourceKey });
  if (!isReady(row)) throw new Error(`upload ${row.id} was stored but is not ready`);
  return row;
}
