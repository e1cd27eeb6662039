import type { DataSource } from 'typeorm';
import { Passkey } from '../../entities/passkey.js';
import { executeAndCount } from '../../entities/rows.js';
import type { SignedCredential } from '../contract/passkey.js';
import type { PasskeyRequestOptions, Passkeys } from '../ports/passkeys.js';
import { beginSession, type NewSession } from './begin-session.js';
import { isMember } from './is-member.js';
import { openChallenge, createChallengeConsumer } from './passkey-challenges.js';

interface PasskeyContext {
  readonly db: DataSource;
  readonly passkeys: Passkeys;
}

/** Creates the browser's options for signing in with a passkey, before the person is known. */
export async function askForSignature({
  db,
  passkeys,
}: PasskeyContext): Promise<PasskeyRequestOptions> {
  const options = await passkeys.askForSignature();
  await openChallenge(db.manager, options.challenge, null);
  return options;
}

/** Guarded: fails if the passkey was removed or used in the meantime. */
const COUNT = `
UPDATE passkey SET counter = $2, last_used_at = now() WHERE id = $1 AND counter = $3`;

/**
 * Signs in with a passkey.
 * @returns the session; null if the response is forged, late or repeated, or if the passkey is
 * unknown or was removed
 */
export async function usePasskey(
  { db, passkeys }: PasskeyContext,
  answer: SignedCredential,
  browser: string,
): Promise<NewSession | null> {
  const row = await db.manager.findOneBy(Passkey, { credentialId: answer.id });
  if (!row) return null;
  const { credentialId, publicKey, transports } = row;
  const stored = { credentialId, publicKey, transports, counter: Number(row.counter) };
  const counter = await passkeys.checkSignature(
    answer,
    stored,
    createChallengeConsumer(db.manager, null),
  );
  if (counter === null) return null;
  const { id, accountId, memberId } = row;
  return db.transaction(async (tx) => {
    if (!(await isMember(tx, { accountId, memberId }))) return null;
    if ((await executeAndCount(tx, COUNT, [id, counter, row.counter])) === 0) return null;
    // A passkey never signs in an operator: that requires a command on the machine.
    const who = { accountId, memberId, operator: false, openedBy: 'passkey' } as const;
    return beginSession(tx, { ...who, browser });
  });
}
