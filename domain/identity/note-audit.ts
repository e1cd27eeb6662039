import type { EntityManager } from 'typeorm';
import { AuditEntry } from '../../entities/audit-entry.js';
import type { Caller } from '../accounts/caller.js';
import type { AuditAction } from '../catalogue/audit-actions.js';
import { createId } from '../contract/ids.js';

/** Who acts on an account. */
export type Actor = Pick<AuditEntry, 'accountId' | 'actor' | 'memberId'>;

/** An action and its target. Details contain no secrets. */
interface AuditedAction {
  readonly action: AuditAction;
  readonly target?: string | null;
  readonly details?: AuditEntry['details'];
}

/** The signed-in caller as the actor of a change. An operator may also be a member of the team. */
export const toActor = ({
  accountId,
  memberId,
  operator,
}: Pick<Caller, 'accountId' | 'memberId' | 'operator'>): Actor => ({
  accountId,
  actor: operator ? 'operator' : 'person',
  memberId,
});

/** An operator, on the command line or in the operators' area, acting on any account. */
export const buildOperatorActor = (accountId: string): Actor => ({
  accountId,
  actor: 'operator',
  memberId: null,
});

/** Adds an entry to the audit log, in the transaction of the action. */
export async function noteAudit(
  tx: EntityManager,
  actor: Actor,
  deed: AuditedAction,
): Promise<void> {
  await tx.insert(AuditEntry, {
    ...actor,
    id: createId('aud'),
    action: deed.action,
    target: deed.target ?? null,
    details: deed.details ?? {},
  });
}
