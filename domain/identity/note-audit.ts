import type { EntityManager } from 'typeorm';
import { AuditEntry } from '../../entities/audit-entry.js';
import type { Caller } from '../accounts/caller.js';
import type { AuditAction } from '../catalogue/audit-actions.js';
import { newId } from '../contract/ids.js';

/** Who does something to an account. */
export type Actor = Pick<AuditEntry, 'accountId' | 'actor' | 'memberId'>;

/** What is done, and to what. Details hold no secrets. */
interface Deed {
  readonly action: AuditAction;
  readonly target?: string | null;
  readonly details?: AuditEntry['details'];
}

/**
 * Whoever is signed in, as the one who does something to the account. An operator may be a member of
 * the team as well.
 */
export const actorOf = ({
  accountId,
  memberId,
  operator,
}: Pick<Caller, 'accountId' | 'memberId' | 'operator'>): Actor => ({
  accountId,
  actor: operator ? 'operator' : 'person',
  memberId,
});

/** An operator at the machine or in the corner of operators, who does something to any account. */
export const operatorOn = (accountId: string): Actor => ({
  accountId,
  actor: 'operator',
  memberId: null,
});

/** Writes a line of the audit log, in the transaction of what it tells. */
export async function noteAudit(tx: EntityManager, actor: Actor, deed: Deed): Promise<void> {
  await tx.insert(AuditEntry, {
    ...actor,
    id: newId('aud'),
    action: deed.action,
    target: deed.target ?? null,
    details: deed.details ?? {},
  });
}
