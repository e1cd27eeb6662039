import type { EntityManager } from 'typeorm';
import { Member } from '../../entities/member.js';
import type { Caller } from '../accounts/caller.js';
import type { SessionBody } from '../contract/session.js';
import { refuseSignedOut } from './expect-session.js';

interface SessionContext {
  readonly passkeysPossible: boolean;
  readonly temporalUiUrl: string | null;
}

/** Describes the signed-in person. */
export async function describeSession(
  db: EntityManager,
  { accountId, plan, memberId, role, operator }: Caller,
  { passkeysPossible, temporalUiUrl }: SessionContext,
): Promise<SessionBody> {
  const member = memberId === null ? null : await db.findOneBy(Member, { id: memberId, accountId });
  if (role === null) throw refuseSignedOut();
  return {
    object: 'session',
    account: { id: accountId, plan },
    member: member && { id: member.id, name: member.name, role: member.role },
    role,
    operator,
    temporal_ui_url: operator ? temporalUiUrl : null,
    passkeys_possible: passkeysPossible,
  };
}
