import type { EntityManager } from 'typeorm';
import { AuditEntry } from '../../entities/audit-entry.js';
import type { Caller } from '../accounts/caller.js';
import type { AuditAction } from '../catalogue/audit-actions.js';
import { createId } from '../contract/ids.js';

/** The person or program that acts on an account. */
export type Actor = Pick<AuditEntry, 'accountId' | 'actor' | 'memberId'>;

/** An action and its target. Details contain no secrets. */
interface AuditedAction {
  readonly action: AuditAction;
  readonly target?: string | null;
  readonly details?: AuditEntry['details'];
}

/**
 * Converts the signed-in caller to the actor of a change. An operator may also be a team member.
 */
export const toActor = ({
  accountId,
  memberId,
  operator,
}: Pick<Caller, 'accountId' | 'memberId' | 'operator'>): Actor => ({
  accountId,
  actor: operator ? 'operator' : 'person',
  memberId,
});

/**
 * Builds the actor for an operator who acts on an account, from the command line or the operators'
 * area.
 */
export const buildOperatorActor = (accountId: string): Actor => ({
  accountId,
  actor: 'operator',
  memberId: null,
});

/** Adds an entry to the audit log, in the same transaction as the action. */
export async function noteAudit(
  tx: EntityManager,
  actor: Actor,
  audited: AuditedAction,
): Promise<void> {
  await tx.insert(AuditEntry, {
    ...actor,
    id: createId('aud'),
    action: audited.action,
    target: audited.target ?? null,
    details: audited.details ?? {},
  });
}
