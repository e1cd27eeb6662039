import { In, MoreThan, type EntityManager } from 'typeorm';
import { AgentGrant } from '../../entities/agent-grant.js';
import { ApiKey } from '../../entities/api-key.js';
import type { Caller } from '../accounts/caller.js';
import type { AgentGrantBody } from '../contract/agent-grant.js';
import { toDeleted, type DeletedObject } from '../contract/common.js';
import { refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { expectSession } from '../identity/expect-session.js';
import { findSpent } from '../identity/find-keys.js';
import { toActor } from '../identity/note-audit.js';
import { buildVisibilityFilter } from '../identity/change-sessions.js';
import { GRANTS_MAX } from './allow-agent.js';
import { endGrant } from './end-grant.js';

/** Lists the agents with access, newest first. */
export async function findGrants(
  db: EntityManager,
  caller: Caller,
  page: PageRequest,
): Promise<Page<AgentGrantBody>> {
  const where = { ...buildVisibilityFilter(caller), expiresAt: MoreThan(new Date()) };
  const query = db.createQueryBuilder(AgentGrant, 'g').where(where);
  const { rows, nextCursor } = await readPage(query, page, GRANTS_MAX);
  const ids = rows.map(({ keyId }) => keyId);
  const keys = ids.length === 0 ? [] : await db.findBy(ApiKey, { id: In(ids) });
  const byId = new Map(keys.map((key) => [key.id, key]));
  const spent = await findSpent(db, ids);
  const present = (row: AgentGrant) =>
    presentGrant(row, byId.get(row.keyId), spent.get(row.keyId) ?? 0);
  return { rows: rows.map((row) => present(row)), nextCursor };
}

const presentGrant = (row: AgentGrant, key: ApiKey | undefined, spent: number): AgentGrantBody => ({
  id: row.id,
  object: 'agent_grant',
  client_name: row.clientName,
  client_host: row.clientHost,
  scopes: key?.scopes ?? [],
  monthly_credit_cap: key?.monthlyCap ?? null,
  spent_this_month: spent,
  member_id: row.memberId,
  last_used_at: key?.lastUsedAt?.getTime() ?? null,
  created_at: row.createdAt.getTime(),
  expires_at: row.expiresAt.getTime(),
});

/**
 * Revokes an agent's access as of its next request.
 * @throws {Refusal} NOT_FOUND
 */
export function revokeGrant(
  deps: StartDeps,
  caller: Caller,
  claim: RequestClaim,
  id: string,
): Promise<DeletedObject<'agent_grant'>> {
  return answerOnce(deps, claim, async (tx, once) => {
    await expectSession(tx, caller);
    const isTheirs = await tx.existsBy(AgentGrant, { ...buildVisibilityFilter(caller), id });
    if (!isTheirs || !(await endGrant(tx, id, toActor(caller)))) {
      throw refuseUnknown('grant', id);
    }
    return once.answer(toDeleted('agent_grant', id));
  });
}
