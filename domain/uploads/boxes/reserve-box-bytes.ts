import type { EntityManager } from 'typeorm';
import { executeAndCount } from '../../../entities/rows.js';
import { BOX_BYTES_MAX, BOX_FILES_MAX } from '../../catalogue/upload-limits.js';
import { Refusal } from '../../contract/refusal.js';
import { expectBox, IS_OPEN } from './find-box.js';

/**
 * Counts a file against a box's limits with one guarded statement, so that concurrent files are all
 * counted.
 */
const TAKE = `
UPDATE upload_box b SET files = b.files + 1, bytes = b.bytes + $3::bigint
WHERE b.id = $1 AND b.account_id = $2 AND ${IS_OPEN}
  AND b.files < ${BOX_FILES_MAX} AND b.bytes + $3::bigint <= ${BOX_BYTES_MAX}`;

export interface BoxFile {
  readonly accountId: string;
  readonly boxId: string;
  /** The file's size; the largest possible size if it is not known yet. */
  readonly bytes: number;
}

/**
 * Reserves a file's bytes in a box, in the transaction that adds the file. They are never released,
 * which also limits the attempts of anyone with the URL.
 * @throws {Refusal} NOT_FOUND if the box is no longer open; LIMIT_REACHED if it is full
 */
export async function reserveBoxBytes(
  tx: EntityManager,
  { accountId, boxId, bytes }: BoxFile,
): Promise<void> {
  if ((await executeAndCount(tx, TAKE, [boxId, accountId, bytes])) === 1) return;
  await expectBox(tx, accountId, boxId, 'box_id');
  throw new Refusal('LIMIT_REACHED', {
    message: `The upload box is full: a box accepts ${BOX_FILES_MAX} files and ${BOX_BYTES_MAX} bytes. Open another box.`,
    details: { code: 'UPLOAD_BOX_FULL', files: BOX_FILES_MAX, bytes: BOX_BYTES_MAX },
  });
}
