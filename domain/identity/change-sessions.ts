import { MoreThan, type EntityManager, IsNull } from 'typeorm';
import { Session } from '../../entities/session.js';
import type { Caller } from '../accounts/caller.js';
import { toDeleted, type DeletedObject } from '../contract/common.js';
import type { OpenSessionBody } from '../contract/open-session.js';
import { refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { expectSession } from './expect-session.js';
import { toActor, noteAudit } from './note-audit.js';

/** Default list length, used without `limit`. */
const LIST_MAX = 200;

/** Lists open sessions, newest first. */
export async function findSessions(
  db: EntityManager,
  caller: Caller,
  page: PageRequest,
): Promise<Page<OpenSessionBody>> {
  const query = db
    .createQueryBuilder(Session, 's')
    .where({ ...buildVisibilityFilter(caller), expiresAt: MoreThan(new Date()) });
  const { rows, nextCursor } = await readPage(query, page, LIST_MAX);
  return { rows: rows.map((row) => presentSession(row, caller)), nextCursor };
}

/**
 * Ends a session; its next request is refused.
 * @throws {Refusal} NOT_FOUND
 */
export function revokeSession(
  deps: StartDeps,
  caller: Caller,
  claim: RequestClaim,
  id: string,
): Promise<DeletedObject<'open_session'>> {
  return answerOnce(deps, claim, async (tx, once) => {
    await expectSession(tx, caller);
    const ended = await tx.delete(Session, { ...buildVisibilityFilter(caller), id });
    if (ended.affected !== 1) throw refuseUnknown('session', id);
    await noteAudit(tx, toActor(caller), { action: 'session.revoked', target: id });
    return once.answer(toDeleted('open_session', id));
  });
}

const presentSession = (row: Session, { sessionId }: Caller): OpenSessionBody => ({
  id: row.id,
  object: 'open_session',
  member_id: row.memberId,
  current: row.id === sessionId,
  operator: row.operator,
  opened_by: row.openedBy,
  browser: row.browser,
  created_at: row.createdAt.getTime(),
  last_seen_at: row.lastSeenAt.getTime(),
  expires_at: row.expiresAt.getTime(),
});

/**
 * Builds the filter for visible sessions and agents: an owner sees everybody's, other members see
 * their own.
 */
export const buildVisibilityFilter = ({ accountId, memberId, role }: Caller) =>
  role === 'owner' ? { accountId } : { accountId, memberId: memberId ?? IsNull() };
