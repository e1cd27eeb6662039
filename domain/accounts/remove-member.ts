import type { EntityManager } from 'typeorm';
import type { ApiKey } from '../../entities/api-key.js';
import { Member } from '../../entities/member.js';
import { Refusal } from '../contract/refusal.js';
import { executeAndCount, queryRows } from '../../entities/rows.js';
import { lockSessions } from './lock-sessions.js';

/** Changes caused by removing a member. */
export interface RemovedMember {
  /** False if the member had already been removed. */
  readonly changed: boolean;
  /** Keys that this call revoked, except the member's session key. */
  readonly revokedKeys: string[];
}

/** Ends a member's agent grants and their tokens. */
const END_AGENTS = `
WITH ended AS (DELETE FROM agent_grant WHERE member_id = $1 RETURNING id)
DELETE FROM oauth_record WHERE grant_id IN (SELECT id FROM ended)`;

/**
 * Removes a person from an account's team and immediately ends their keys, sessions, passkeys,
 * links and agents. Locks the member row: a key or session that is being created waits for the
 * lock, and is then revoked or refused. The row is kept, so that past keys still show their owner.
 * @throws {Refusal} NOT_FOUND
 */
export async function removeMember(tx: EntityManager, id: string): Promise<RemovedMember> {
  await lockSessions(tx, id);
  const count = await executeAndCount(
    tx,
    'UPDATE member SET removed_at = now() WHERE id = $1 AND removed_at IS NULL',
    [id],
  );
  if (count === 0 && !(await tx.existsBy(Member, { id }))) {
    throw new Refusal('NOT_FOUND', { message: `No member ${id}.` });
  }
  const keys = await queryRows<{ id: string; door: ApiKey['door'] }>(
    tx,
    `UPDATE api_key SET revoked_at = now() WHERE member_id = $1 AND revoked_at IS NULL
     RETURNING id, door`,
    [id],
  );
  // Locked after the member and the keys, in the lock order of a sign-in.
  for (const table of ['session', 'passkey', 'sign_in_link']) {
    await tx.query(`DELETE FROM ${table} WHERE member_id = $1`, [id]);
  }
  await tx.query(END_AGENTS, [id]);
  const sent = keys.filter(({ door }) => door === 'v1');
  return { changed: count === 1, revokedKeys: sent.map((key) => key.id) };
}
