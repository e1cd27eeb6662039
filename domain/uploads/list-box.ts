import { In, MoreThan, type EntityManager } from 'typeorm';
import { Upload } from '../../entities/upload.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';

/** The most files of a list without `limit`. */
const BOX_FILES_MAX = 500;

/**
 * Files of an upload box, oldest first; expired ones are left out.
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export function listBox(
  db: EntityManager,
  accountId: string,
  boxId: string,
  page: PageRequest,
): Promise<Page<Upload>> {
  const status = In(['pending', 'ready']);
  const query = db
    .createQueryBuilder(Upload, 'u')
    .where({ accountId, boxId, status, expiresAt: MoreThan(new Date()) });
  return readPage(query, page, BOX_FILES_MAX, 'ASC');
}
