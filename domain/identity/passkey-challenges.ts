import type { EntityManager } from 'typeorm';
import { PasskeyChallenge } from '../../entities/passkey-challenge.js';
import { executeAndCount } from '../../entities/rows.js';
import type { ChallengeConsumer } from '../ports/passkeys.js';
import { hashSecret } from './session-secrets.js';

const CHALLENGE_MS = 5 * 60_000;

/**
 * Stores a challenge until it is used.
 * @param sessionId null for a sign-in
 */
export async function openChallenge(
  tx: EntityManager,
  challenge: string,
  sessionId: string | null,
): Promise<void> {
  // Unused challenges are removed only when a new challenge is stored.
  await tx.query('DELETE FROM passkey_challenge WHERE expires_at < now()');
  await tx.insert(PasskeyChallenge, {
    challengeHash: hashSecret(challenge),
    sessionId,
    expiresAt: new Date(Date.now() + CHALLENGE_MS),
  });
}

const USE = `
DELETE FROM passkey_challenge WHERE challenge_hash = $1 AND expires_at > now()
  AND session_id IS NOT DISTINCT FROM $2`;

/**
 * Creates a function that uses up a challenge before the device's response is checked, so that a
 * wrong response cannot be retried either.
 */
export const createChallengeConsumer =
  (db: EntityManager, sessionId: string | null): ChallengeConsumer =>
  async (challenge) =>
    (await executeAndCount(db, USE, [hashSecret(challenge), sessionId])) === 1;
