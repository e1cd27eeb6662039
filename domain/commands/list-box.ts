import { In, MoreThan, type EntityManager } from 'typeorm';
import { Upload } from '../../entities/upload.js';

/** Files that one box shows at most. */
const BOX_FILES_MAX = 500;

/** Files of an upload box, oldest first; expired ones are left out. */
export function listBox(db: EntityManager, accountId: string, boxId: string): Promise<Upload[]> {
  return db.find(Upload, {
    where: { accountId, boxId, status: In(['pending', 'ready']), expiresAt: MoreThan(new Date()) },
    order: { createdAt: 'ASC', id: 'ASC' },
    take: BOX_FILES_MAX,
  });
}
