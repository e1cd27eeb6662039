import { In, IsNull, type EntityManager } from 'typeorm';
import { ApiKey } from '../../entities/api-key.js';
import { Member } from '../../entities/member.js';
import { queryRows } from '../../entities/rows.js';
import { intersectScopes, type Role } from '../catalogue/roles.js';
import type { KeyBody } from '../contract/key.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';

/** Default list length, used without `limit`: above every plan's limit. */
const LIST_MAX = 200;

/** Lists an account's active keys, newest first, without session keys. */
export async function findKeys(
  db: EntityManager,
  accountId: string,
  page: PageRequest,
): Promise<Page<KeyBody>> {
  const query = db
    .createQueryBuilder(ApiKey, 'k')
    .where({ accountId, door: 'v1', revokedAt: IsNull() });
  const { rows, nextCursor } = await readPage(query, page, LIST_MAX);
  return { rows: await presentKeys(db, rows), nextCursor };
}

/** Lists active team keys that a member created, newest first: the member may still know them. */
export async function findMemberTeamKeys(db: EntityManager, memberId: string): Promise<KeyBody[]> {
  const where = { madeBy: memberId, memberId: IsNull(), revokedAt: IsNull() };
  const rows = await db.find(ApiKey, { where, order: { createdAt: 'DESC', id: 'DESC' } });
  return presentKeys(db, rows);
}

async function presentKeys(db: EntityManager, rows: readonly ApiKey[]): Promise<KeyBody[]> {
  const spent = await findSpent(
    db,
    rows.map(({ id }) => id),
  );
  const roles = await findRoles(
    db,
    rows.flatMap(({ memberId }) => memberId ?? []),
  );
  return rows.map((row) =>
    presentKey(row, { spent: spent.get(row.id) ?? 0, role: roles.get(row.memberId ?? '') ?? null }),
  );
}

/** Finds members' current roles, which limit their personal keys. */
async function findRoles(db: EntityManager, ids: readonly string[]): Promise<Map<string, Role>> {
  const members = await db.find(Member, {
    where: { id: In(ids) },
    select: { id: true, role: true },
  });
  return new Map(members.map(({ id, role }) => [id, role]));
}

/** Finds the credits that keys have spent or hold in this UTC month. */
export async function findSpent(
  db: EntityManager,
  keyIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queryRows<{ id: string; spent: number }>(
    db,
    `SELECT key_id AS id, spent::float8 AS spent FROM key_month
     WHERE key_id = ANY($1) AND month = date_trunc('month', now() AT TIME ZONE 'UTC')::date`,
    [keyIds],
  );
  return new Map(rows.map(({ id, spent }) => [id, spent]));
}

interface KeyUse {
  /** Credits that the key has spent or holds in this UTC month. */
  readonly spent: number;
  /**
   * Current role of the key's member; null if the key has no member and therefore keeps all its
   * scopes.
   */
  readonly role: Role | null;
}

export const presentKey = (row: ApiKey, { spent, role }: KeyUse): KeyBody => ({
  id: row.id,
  object: 'api_key',
  name: row.name,
  prefix: row.prefix,
  scopes: intersectScopes(row.scopes, role ?? 'owner'),
  monthly_credit_cap: row.monthlyCap,
  spent_this_month: spent,
  last_used_at: row.lastUsedAt?.getTime() ?? null,
  created_at: row.createdAt.getTime(),
  member_id: row.memberId,
  made_by: row.madeBy,
});
