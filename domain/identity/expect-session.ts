import type { EntityManager } from 'typeorm';
import { queryOne } from '../../entities/rows.js';
import type { Caller } from '../accounts/caller.js';
import { hasRight, type PersonRight, type Role } from '../catalogue/roles.js';
import { Refusal } from '../contract/refusal.js';

const LOCK = 'SELECT 1 FROM session WHERE id = $1 AND expires_at > now() FOR SHARE';
const ROLE = `
SELECT coalesce(m.role, 'owner') AS role FROM session s LEFT JOIN member m ON m.id = s.member_id
WHERE s.id = $1 AND (s.member_id IS NULL OR m.removed_at IS NULL)`;

/**
 * Checks that a signed-in person still has their rights, and locks these rights until the
 * transaction ends: a concurrent removal of the session or the role either waits or came first.
 * @throws {Refusal} UNAUTHORIZED, FORBIDDEN
 */
export async function expectSession(
  tx: EntityManager,
  { sessionId, operator }: Pick<Caller, 'sessionId' | 'operator'>,
  right?: PersonRight,
): Promise<void> {
  if (!(await queryOne(tx, LOCK, [sessionId]))) throw refuseSignedOut();
  const row = await queryOne<{ role: Role }>(tx, ROLE, [sessionId]);
  if (!row) throw refuseSignedOut();
  if (right && !hasRight({ role: row.role, operator }, right)) throw new Refusal('FORBIDDEN');
}

/** Builds the same refusal for a missing, forged, expired or revoked session. */
export const refuseSignedOut = (): Refusal =>
  new Refusal('UNAUTHORIZED', {
    message: 'You are not signed in. Open a sign-in link, or use a passkey.',
    headers: { 'WWW-Authenticate': 'Session' },
  });
