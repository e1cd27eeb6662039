import type { EntityManager } from 'typeorm';
import { Member } from '../../entities/member.js';
import { Refusal } from '../contract/refusal.js';
import { affected, rowsOf } from '../../entities/rows.js';

/** What the removal of a member has changed. */
export interface RemovedMember {
  /** False when the member was removed before. */
  readonly changed: boolean;
  /** Keys that were revoked by this call. */
  readonly revokedKeys: string[];
}

/**
 * Removes a person from the team of an account and revokes their keys at once. The row of the member
 * decides: a key that is being made for them waits for it, and is then revoked or refused. It stays,
 * so that the keys of the past still tell whose they were.
 * @throws {Refusal} NOT_FOUND
 */
export async function removeMember(tx: EntityManager, id: string): Promise<RemovedMember> {
  const count = await affected(
    tx,
    'UPDATE member SET removed_at = now() WHERE id = $1 AND removed_at IS NULL',
    [id],
  );
  if (count === 0 && !(await tx.existsBy(Member, { id }))) {
    throw new Refusal('NOT_FOUND', { message: `No member ${id}.` });
  }
  const keys = await rowsOf<{ id: string }>(
    tx,
    `UPDATE api_key SET revoked_at = now() WHERE member_id = $1 AND revoked_at IS NULL
     RETURNING id`,
    [id],
  );
  return { changed: count === 1, revokedKeys: keys.map((key) => key.id) };
}
