import type { EntityManager } from 'typeorm';
import { ApiKey } from '../../entities/api-key.js';
import { findAccount } from '../accounts/find-account.js';
import type { AdminKeyBody } from '../contract/admin-accounts.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';

/** Default page length, used without `limit`. */
const PAGE = 50;

/**
 * Lists an account's API keys, including revoked keys, newest first, without session keys.
 * @throws {Refusal} NOT_FOUND
 */
export async function findAccountKeys(
  db: EntityManager,
  accountId: string,
  page: PageRequest,
): Promise<Page<AdminKeyBody>> {
  await findAccount(db, accountId);
  const query = db.createQueryBuilder(ApiKey, 'k').where({ accountId, door: 'v1' });
  const { rows, nextCursor } = await readPage(query, page, PAGE);
  return { rows: rows.map((row) => presentAdminKey(row)), nextCursor };
}

const presentAdminKey = (row: ApiKey): AdminKeyBody => ({
  id: row.id,
  object: 'admin_key',
  name: row.name,
  prefix: row.prefix,
  created_at: row.createdAt.getTime(),
  last_used_at: row.lastUsedAt?.getTime() ?? null,
  revoked_at: row.revokedAt?.getTime() ?? null,
});
