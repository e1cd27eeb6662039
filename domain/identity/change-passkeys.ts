import { createHash } from 'node:crypto';
import { IsNull, type EntityManager } from 'typeorm';
import { Member } from '../../entities/member.js';
import { Passkey } from '../../entities/passkey.js';
import type { Caller } from '../accounts/caller.js';
import { toDeleted, type DeletedObject } from '../contract/common.js';
import { createId } from '../contract/ids.js';
import {
  presentPasskey,
  type CreatePasskeyBody,
  type PasskeyBody,
  type PasskeyOptionsBody,
} from '../contract/passkey.js';
import { Refusal, refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';
import type { StartDeps } from '../durable/start-workflow.js';
import type { Passkeys, StoredCredential } from '../ports/passkeys.js';
import { expectSession } from './expect-session.js';
import { toActor, noteAudit } from './note-audit.js';
import { openChallenge, createChallengeConsumer } from './passkey-challenges.js';

/**
 * Maximum devices per person: more would suggest a broken script. Also the list's maximum length.
 */
const PASSKEYS_MAX = 50;

export interface PasskeyDeps extends StartDeps {
  /** Passkey support; null if browsers do not support passkeys at this service's address. */
  readonly passkeys: Passkeys | null;
}

/** Builds the filter for a person's own passkeys. Owners also see and change only their own. */
const buildOwnFilter = ({ accountId, memberId }: Caller) => ({
  accountId,
  memberId: memberId ?? IsNull(),
});

/** Lists the caller's passkeys, newest first. */
export function findPasskeys(
  db: EntityManager,
  caller: Caller,
  page: PageRequest,
): Promise<Page<Passkey>> {
  const query = db.createQueryBuilder(Passkey, 'p').where(buildOwnFilter(caller));
  return readPage(query, page, PASSKEYS_MAX);
}

/**
 * Creates the browser's options for a new passkey.
 * @throws {Refusal} CONFLICT if browsers do not support passkeys at this service's address
 */
export function askForPasskey(
  deps: PasskeyDeps,
  caller: Caller,
  claim: RequestClaim,
): Promise<PasskeyOptionsBody> {
  return answerOnce(deps, claim, async (tx, once) => {
    await expectSession(tx, caller);
    const options = await expectPasskeys(deps).askForNew({
      handle: computeUserHandle(caller),
      name: await findPersonName(tx, caller),
      credentialIds: (await tx.findBy(Passkey, buildOwnFilter(caller))).map(
        (row) => row.credentialId,
      ),
    });
    await openChallenge(tx, options.challenge, caller.sessionId);
    return once.answer({ object: 'passkey_options', options });
  });
}

/**
 * Computes a handle that is stable per person, and reveals nothing about the person to a device.
 */
const computeUserHandle = ({ accountId, memberId }: Caller): Buffer =>
  createHash('sha256').update(`${accountId} ${memberId}`).digest();

async function findPersonName(tx: EntityManager, { accountId, memberId }: Caller): Promise<string> {
  const member = memberId === null ? null : await tx.findOneBy(Member, { id: memberId, accountId });
  return member?.name ?? accountId;
}

/**
 * Requires passkey support.
 * @throws {Refusal} CONFLICT if browsers do not support passkeys at this service's address
 */
export function expectPasskeys({ passkeys }: Pick<PasskeyDeps, 'passkeys'>): Passkeys {
  if (passkeys) return passkeys;
  throw new Refusal('CONFLICT', {
    message: 'Browsers allow passkeys only on https and on localhost, not on an IP address.',
  });
}

/**
 * Stores the passkey that a browser created.
 * @throws {Refusal} CONFLICT for a response that is forged, late or repeated
 */
export async function addPasskey(
  deps: PasskeyDeps,
  caller: Caller,
  claim: RequestClaim,
  { name = 'Passkey', credential }: CreatePasskeyBody,
): Promise<PasskeyBody> {
  const useChallenge = createChallengeConsumer(deps.db.manager, caller.sessionId);
  const made = await expectPasskeys(deps).checkNew(credential, useChallenge);
  if (!made) {
    throw new Refusal('CONFLICT', {
      message: 'The request for this passkey has expired or is not yours. Add the passkey again.',
    });
  }
  return answerOnce(deps, claim, async (tx, once) => {
    await expectSession(tx, caller);
    const row = await insertPasskey(tx, caller, made, name);
    await noteAudit(tx, toActor(caller), {
      action: 'passkey.added',
      target: row.id,
      details: { name },
    });
    return once.answer(presentPasskey(row));
  });
}

async function insertPasskey(
  tx: EntityManager,
  caller: Caller,
  { credentialId, publicKey, counter, transports }: StoredCredential,
  name: string,
) {
  const { accountId, memberId } = caller;
  if ((await tx.countBy(Passkey, buildOwnFilter(caller))) >= PASSKEYS_MAX) {
    throw new Refusal('CONFLICT', {
      message: `You already have ${PASSKEYS_MAX} passkeys, the maximum. Remove one first.`,
    });
  }
  if (await tx.existsBy(Passkey, { credentialId })) {
    throw new Refusal('CONFLICT', { message: 'This passkey was already added.' });
  }
  const key = { credentialId, publicKey, counter: String(counter), transports: [...transports] };
  const row = { id: createId('psk'), accountId, memberId, name, ...key };
  await tx.insert(Passkey, row);
  return { ...row, lastUsedAt: null, createdAt: new Date() };
}

/**
 * Renames a passkey.
 * @throws {Refusal} NOT_FOUND
 */
export function renamePasskey(
  deps: StartDeps,
  caller: Caller,
  claim: RequestClaim,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<PasskeyBody> {
  return answerOnce(deps, claim, async (tx, once) => {
    const row = await lockPasskey(tx, caller, id);
    await tx.update(Passkey, { id }, { name });
    const { lastUsedAt, createdAt } = row;
    return once.answer(presentPasskey({ id, name, lastUsedAt, createdAt }));
  });
}

/**
 * Removes a passkey; sessions opened with it stay open.
 * @throws {Refusal} NOT_FOUND
 */
export function removePasskey(
  deps: StartDeps,
  caller: Caller,
  claim: RequestClaim,
  id: string,
): Promise<DeletedObject<'passkey'>> {
  return answerOnce(deps, claim, async (tx, once) => {
    const { name } = await lockPasskey(tx, caller, id);
    await tx.delete(Passkey, { id });
    await noteAudit(tx, toActor(caller), {
      action: 'passkey.removed',
      target: id,
      details: { name },
    });
    return once.answer(toDeleted('passkey', id));
  });
}

async function lockPasskey(tx: EntityManager, caller: Caller, id: string): Promise<Passkey> {
  await expectSession(tx, caller);
  const where = { ...buildOwnFilter(caller), id };
  const row = await tx.findOne(Passkey, { where, lock: { mode: 'pessimistic_write' } });
  if (!row) throw refuseUnknown('passkey', id);
  return row;
}
