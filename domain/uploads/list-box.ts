import { In, MoreThan, type DataSource } from 'typeorm';
import { Upload } from '../../entities/upload.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';
import { expectBox } from './boxes/find-box.js';

/** The most files of a list without `limit`. */
const BOX_FILES_MAX = 500;

/**
 * Lists the unexpired files of an upload box, oldest first. A file proves that the box existed:
 * files are kept longer than the row of their box.
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor; NOT_FOUND when the account has neither
 * an open box of this id nor a file of it
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
