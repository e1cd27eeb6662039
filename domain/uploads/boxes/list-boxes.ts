import type { EntityManager } from 'typeorm';
import { UploadBox } from '../../../entities/upload-box.js';
import { OPEN_BOXES_MAX } from '../../catalogue/upload-limits.js';
import { readPage, type Page, type PageRequest } from '../../durable/read-page.js';
import { IS_OPEN } from './find-box.js';

/**
 * Lists an account's open boxes, newest first.
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export function listBoxes(
  db: EntityManager,
  accountId: string,
  page: PageRequest,
): Promise<Page<UploadBox>> {
  const query = db.createQueryBuilder(UploadBox, 'b').where({ accountId }).andWhere(IS_OPEN);
  return readPage(query, page, OPEN_BOXES_MAX);
}
