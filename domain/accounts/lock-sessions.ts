import type { EntityManager } from 'typeorm';

/**
 * Locks a member's sessions and open links before a role is removed, so that requests in flight
 * finish first. Call it before locking the member: sign-ins lock in the same order.
 */
export async function lockSessions(tx: EntityManager, memberId: string): Promise<void> {
  for (const [table, key] of [
    ['session', 'id'],
    ['sign_in_link', 'secret_hash'],
  ]) {
    await tx.query(`SELECT 1 FROM ${table} WHERE member_id = $1 ORDER BY ${key} FOR UPDATE`, [
      memberId,
    ]);
  }
}
