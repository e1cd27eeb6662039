import type { EntityManager } from 'typeorm';
import { queryOne } from '../../entities/rows.js';
import { noteAudit, type Actor } from '../identity/note-audit.js';

interface EndedGrant {
  readonly accountId: string;
  readonly memberId: string | null;
  readonly clientName: string;
}

const REVOKE_KEY = `
UPDATE api_key SET revoked_at = now()
WHERE id = (SELECT key_id FROM agent_grant WHERE id = $1) AND revoked_at IS NULL`;
const REMOVE = `
DELETE FROM agent_grant WHERE id = $1
RETURNING account_id AS "accountId", member_id AS "memberId", client_name AS "clientName"`;

/**
 * Ends a grant with its key and all its tokens, immediately and permanently. Locks the key first,
 * in the same order as removing a member.
 * @param by who ends the grant; defaults to the grant's agent, also when a token was reused
 * @returns false if the grant had already ended
 */
export async function endGrant(tx: EntityManager, id: string, by?: Actor): Promise<boolean> {
  await tx.query(REVOKE_KEY, [id]);
  const ended = await queryOne<EndedGrant>(tx, REMOVE, [id]);
  await tx.query('DELETE FROM oauth_record WHERE grant_id = $1', [id]);
  if (!ended) return false;
  const { accountId, memberId, clientName } = ended;
  const actor: Actor = by ?? { accountId, memberId, actor: 'agent' };
  await noteAudit(tx, actor, { action: 'agent.ended', target: id, details: { name: clientName } });
  return true;
}
