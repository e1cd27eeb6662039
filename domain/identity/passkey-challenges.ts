import type { EntityManager } from 'typeorm';
import { PasskeyChallenge } from '../../entities/passkey-challenge.js';
import { executeAndCount } from '../../entities/rows.js';
import type { ChallengeConsumer } from '../ports/passkeys.js';
import { hashSecret } from './secrets.js';

const CHALLENGE_MS = 5 * 60_000;

/** Stores a challenge until it is used. @param sessionId null when somebody signs in */
export async function openChallenge(
  tx: EntityManager,
  challenge: string,
  sessionId: string | null,
): Promise<void> {
  // Unanswered challenges are removed only here.
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

/** Uses up a challenge before the answer is checked, so a wrong answer has only one try, too. */
export const createChallengeConsumer =
  (db: EntityManager, sessionId: string | null): ChallengeConsumer =>
  async (challenge) =>
    (await executeAndCount(db, USE, [hashSecret(challenge), sessionId])) === 1;
