import { In, MoreThan, type DataSource } from 'typeorm';
import { Upload } from '../../entities/upload.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';
import { expectBox } from './boxes/find-box.js';

/** Default list length, used without `limit`. */
const BOX_FILES_MAX = 500;

/**
 * Lists the unexpired files in an upload box, oldest first. A file proves that the box existed,
 * because files are kept longer than their box's row.
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor; NOT_FOUND if the account has neither an
 * open box with this id nor a file from it
 */
export async function listBox(
  db: DataSource,
  accountId: string,
  { box_id: boxId, ...page }: PageRequest & { readonly box_id: string },
): Promise<Page<Upload>> {
  const { manager } = db;
  const status = In(['pending', 'ready']);
  const query = manager
    .createQueryBuilder(Upload, 'u')
    .where({ accountId, boxId, status, expiresAt: MoreThan(new Date()) });
  const found = await readPage(query, page, BOX_FILES_MAX, 'ASC');
  const isKnown = found.rows.length > 0 || (await manager.existsBy(Upload, { accountId, boxId }));
  if (!isKnown) await expectBox(db, accountId, boxId, 'box_id');
  return found;
}
