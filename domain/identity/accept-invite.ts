import { IsNull, type EntityManager } from 'typeorm';
import type { Invite } from '../../entities/invite.js';
import { Member } from '../../entities/member.js';
import { createId } from '../contract/ids.js';
import { noteAudit } from './note-audit.js';

export type InviteRow = Pick<Invite, 'id' | 'accountId' | 'name' | 'email' | 'role'>;

/**
 * Creates a member from an invitation whose row the caller has deleted.
 * @returns the member's id
 */
export async function acceptInvite(
  tx: EntityManager,
  { id, accountId, name, email, role }: InviteRow,
): Promise<string> {
  const memberId = createId('mem');
  // If an existing member has the address, the new member gets no address: single sign-on finds one
  // member per address.
  const isTaken =
    email !== null && (await tx.existsBy(Member, { accountId, email, removedAt: IsNull() }));
  await tx.insert(Member, { id: memberId, accountId, name, role, email: isTaken ? null : email });
  await noteAudit(
    tx,
    { accountId, actor: 'person', memberId },
    { action: 'member.joined', target: memberId, details: { invite: id, role } },
  );
  return memberId;
}
