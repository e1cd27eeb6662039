import type { EntityManager } from 'typeorm';

/**
 * Locks the sessions and open links of a member before a role is taken: what they do with it ends
 * first. Before the member, too, because sessions and links lock in this order themselves.
 */
export async function lockSessionsOf(tx: EntityManager, memberId: string): Promise<void> {
  for (const [table, key] of [
    ['session', 'id'],
    ['sign_in_link', 'secret_hash'],
  ]) {
    await tx.query(`SELECT 1 FROM ${table} WHERE member_id = $1 ORDER BY ${key} FOR UPDATE`, [
      memberId,
    ]);
  }
}
