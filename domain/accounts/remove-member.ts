import type { EntityManager } from 'typeorm';
import type { ApiKey } from '../../entities/api-key.js';
import { Member } from '../../entities/member.js';
import { Refusal } from '../contract/refusal.js';
import { affected, rowsOf } from '../../entities/rows.js';
import { lockSessionsOf } from './lock-sessions.js';

/** What the removal of a member has changed. */
export interface RemovedMember {
  /** False when the member was removed before. */
  readonly changed: boolean;
  /** Keys that were revoked by this call, without the one by which sessions are counted. */
  readonly revokedKeys: string[];
}

/** What agents were allowed by a member, with their tokens. */
const END_AGENTS = `
WITH ended AS (DELETE FROM agent_grant WHERE member_id = $1 RETURNING id)
DELETE FROM oauth_record WHERE grant_id IN (SELECT id FROM ended)`;

/**
 * Removes a person from the team of an account, and ends their keys, sessions, passkeys, links and
 * agents at once. The row of the member decides: a key or session that is being made for them waits for it, and
 * is then ended or refused. It stays, so that the keys of the past still tell whose they were.
 * @throws {Refusal} NOT_FOUND
 */
export async function removeMember(tx: EntityManager, id: string): Promise<RemovedMember> {
  await lockSessionsOf(tx, id);
  const count = await affected(
    tx,
    'UPDATE member SET removed_at = now() WHERE id = $1 AND removed_at IS NULL',
    [id],
  );
  if (count === 0 && !(await tx.existsBy(Member, { id }))) {
    throw new Refusal('NOT_FOUND', { message: `No member ${id}.` });
  }
  const keys = await rowsOf<{ id: string; door: ApiKey['door'] }>(
    tx,
    `UPDATE api_key SET revoked_at = now() WHERE member_id = $1 AND revoked_at IS NULL
     RETURNING id, door`,
    [id],
  );
  // After the member and the keys: a sign-in locks them in this order as well.
  for (const table of ['session', 'passkey', 'sign_in_link']) {
    await tx.query(`DELETE FROM ${table} WHERE member_id = $1`, [id]);
  }
  await tx.query(END_AGENTS, [id]);
  const sent = keys.filter(({ door }) => door === 'v1');
  return { changed: count === 1, revokedKeys: sent.map((key) => key.id) };
}
