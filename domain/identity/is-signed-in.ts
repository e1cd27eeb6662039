import type { EntityManager } from 'typeorm';
import { oneOf } from '../../entities/rows.js';

const LIVES = `
SELECT 1 FROM session s
JOIN api_key k ON k.id = s.key_id AND k.revoked_at IS NULL
JOIN account a ON a.id = s.account_id AND a.suspended_at IS NULL
LEFT JOIN member m ON m.id = s.member_id
WHERE s.id = $1 AND s.expires_at > now() AND (s.member_id IS NULL OR m.removed_at IS NULL)`;

/** Whether a session that was let in would be let in again. */
export const isSignedIn = async (tx: EntityManager, sessionId: string): Promise<boolean> =>
  (await oneOf(tx, LIVES, [sessionId])) !== null;
