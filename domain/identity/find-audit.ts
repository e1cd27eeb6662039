import { In, type EntityManager } from 'typeorm';
import { AuditEntry } from '../../entities/audit-entry.js';
import { Member } from '../../entities/member.js';
import type { AuditEntryBody } from '../contract/audit.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';

/** Default page length, used without `limit`. */
const PAGE = 50;

/** Reads an account's audit log, newest first. */
export async function findAudit(
  db: EntityManager,
  accountId: string,
  page: PageRequest,
): Promise<Page<AuditEntryBody>> {
  const query = db.createQueryBuilder(AuditEntry, 'e').where({ accountId });
  const { rows, nextCursor } = await readPage(query, page, PAGE);
  const ids = rows.flatMap(({ memberId }) => (memberId === null ? [] : [memberId]));
  const members = ids.length === 0 ? [] : await db.findBy(Member, { id: In(ids), accountId });
  const names = new Map(members.map(({ id, name }) => [id, name]));
  return { rows: rows.map((row) => presentEntry(row, names)), nextCursor };
}

const presentEntry = (row: AuditEntry, names: ReadonlyMap<string, string>): AuditEntryBody => ({
  id: row.id,
  object: 'audit_entry',
  actor: row.actor,
  member_id: row.memberId,
  member_name: row.memberId === null ? null : (names.get(row.memberId) ?? null),
  action: row.action,
  target: row.target,
  details: row.details,
  created_at: row.createdAt.getTime(),
});
