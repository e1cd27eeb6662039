import type { EntityManager } from 'typeorm';
import { queryRows } from '../../../entities/rows.js';
import { MEDIA_BYTES_MAX, type MediaKind } from '../../catalogue/media-types.js';
import { BOX_BYTES_MAX, BOX_FILES_MAX } from '../../catalogue/upload-limits.js';
import { readUsage } from '../upload-allowance.js';
import type { OpenBox } from './find-box.js';

/**
 * A box's file, as shown on its page. The page is only for adding files, so it does not link to
 * them.
 */
interface FileInBox {
  readonly id: string;
  readonly kind: MediaKind;
  readonly size: number;
  readonly created_at: number;
}

/** The contents of a box's page. */
export interface BoxPage {
  readonly purpose: string | null;
  readonly accept: readonly { readonly kind: MediaKind; readonly max_bytes: number }[];
  readonly files_left: number;
  readonly bytes_left: number;
  readonly expires_at: number;
  /** Usable files, oldest first. */
  readonly files: readonly FileInBox[];
}

const FILES = `
SELECT id, kind, size::float8 AS size,
  floor(extract(epoch FROM created_at) * 1000)::float8 AS created_at
FROM upload WHERE account_id = $1 AND box_id = $2 AND status = 'ready' AND expires_at > now()
ORDER BY created_at, id LIMIT ${BOX_FILES_MAX}`;

/** Reads a box's contents and its remaining capacity, which today's allowance may reduce. */
export async function showBox(db: EntityManager, box: OpenBox): Promise<BoxPage> {
  const { accountId, limits } = box;
  const used = await readUsage(db, accountId, new Date());
  const left = (...rooms: number[]) => Math.max(0, Math.min(...rooms));
  return {
    purpose: box.purpose,
    accept: box.accept.map((kind) => ({ kind, max_bytes: MEDIA_BYTES_MAX[kind] })),
    files_left: left(BOX_FILES_MAX - box.files, limits.upload_files_per_day - used.files),
    bytes_left: left(BOX_BYTES_MAX - box.bytes, limits.upload_bytes_per_day - used.bytes),
    expires_at: box.expiresAt.getTime(),
    files: await queryRows<FileInBox>(db, FILES, [accountId, box.id]),
  };
}
