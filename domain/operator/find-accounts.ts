import { Brackets, type EntityManager } from 'typeorm';
import { Account } from '../../entities/account.js';
import { findAccount } from '../accounts/find-account.js';
import type { AdminAccountBody } from '../contract/admin-accounts.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';

/** Default page length, used without `limit`. */
const PAGE = 50;

/** Finds accounts by id or a part of their name, newest first. */
export async function findAccounts(
  db: EntityManager,
  { q, ...page }: PageRequest & { readonly q?: string },
): Promise<Page<AdminAccountBody>> {
  const query = db.createQueryBuilder(Account, 'a');
  if (q !== undefined) {
    const like = `%${q.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
    query.where(
      new Brackets((either) =>
        either.where('a.id = :q', { q }).orWhere('a.name ILIKE :like', { like }),
      ),
    );
  }
  const { rows, nextCursor } = await readPage(query, page, PAGE);
  return { rows: rows.map((row) => presentAdminAccount(row)), nextCursor };
}

/**
 * Finds one account.
 * @throws {Refusal} NOT_FOUND
 */
export const showAdminAccount = async (db: EntityManager, id: string): Promise<AdminAccountBody> =>
  presentAdminAccount(await findAccount(db, id));

const presentAdminAccount = (row: Account): AdminAccountBody => ({
  id: row.id,
  object: 'admin_account',
  name: row.name,
  plan: row.plan,
  raised_limits: { ...row.raisedLimits },
  suspended: row.suspendedAt !== null,
  deleted: row.deletedAt !== null,
  credits: { subscription: row.sub, purchased: row.pur, held: row.heldSub + row.heldPur },
  active_jobs: row.activeJobs,
  created_at: row.createdAt.getTime(),
});
