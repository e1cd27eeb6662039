import type { EntityManager } from 'typeorm';
import { DeviceLogin } from '../../entities/device-login.js';
import { executeAndCount } from '../../entities/rows.js';
import type { Caller } from '../accounts/caller.js';
import { intersectScopes } from '../catalogue/roles.js';
import {
  REPEAT_SECONDS,
  type AnswerDeviceLoginBody,
  type DeviceLoginAnsweredBody,
  type DeviceLoginBody,
} from '../contract/device-login.js';
import { Refusal } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import { addKey, type KeyDeps } from './create-and-revoke-keys.js';
import { expectSession } from './expect-session.js';
import { formatUserCode, hashUserCode } from './start-device-login.js';

/**
 * Describes the login with a user code to a signed-in person.
 * @param network the person's network
 * @throws {Refusal} NOT_FOUND; CONFLICT if the login was already answered
 */
export async function describeDeviceLogin(
  db: EntityManager,
  code: string,
  network: string,
): Promise<DeviceLoginBody> {
  const login = await findOpen(db, code);
  return {
    object: 'device_login',
    user_code: formatUserCode(code),
    client_name: login.clientName,
    network: login.network,
    is_own_network: login.network === network,
    created_at: login.createdAt.getTime(),
    expires_at: login.expiresAt.getTime(),
  };
}

async function findOpen(db: EntityManager, code: string): Promise<DeviceLogin> {
  const login = await db
    .createQueryBuilder(DeviceLogin, 'd')
    .where('d.user_hash = :hash AND d.expires_at > now()', { hash: hashUserCode(code) })
    .getOne();
  if (!login) {
    throw new Refusal('NOT_FOUND', {
      message: 'No login has this code. Check it, or start again from the program.',
    });
  }
  if (login.status !== 'pending') throw refuseAnswered();
  return login;
}

const refuseAnswered = (): Refusal =>
  new Refusal('CONFLICT', {
    message: 'This login was already answered. Start again from the program.',
  });

/**
 * Only an open login can be answered, so the second of two answers fails. Answering extends
 * its lifetime, so that the program can claim the key.
 */
const ANSWER = `
UPDATE device_login SET status = $2, key_id = $3, sealed_key = $4,
  expires_at = greatest(expires_at, now() + interval '${REPEAT_SECONDS} s')
WHERE user_hash = $1 AND status = 'pending' AND expires_at > now()`;

interface Answer {
  readonly code: string;
  readonly body: AnswerDeviceLoginBody;
}

/**
 * Answers a login. Allowing it creates an API key like the API keys page. The key is stored sealed
 * until the program claims it.
 * @throws {Refusal} NOT_FOUND; CONFLICT if the login was already answered; LIMIT_REACHED; FORBIDDEN
 */
export function answerDeviceLogin(
  deps: KeyDeps,
  caller: Caller,
  claim: RequestClaim,
  { code, body }: Answer,
): Promise<DeviceLoginAnsweredBody> {
  return answerOnce(deps, claim, async (tx, once) => {
    await expectSession(tx, caller, 'keys');
    const login = await findOpen(tx, code);
    const made = body.allow ? await createDeviceKey(tx, caller, login, body) : null;
    const status = made ? 'approved' : 'denied';
    const sealed = made && deps.vault.seal(made.key, made.id);
    const values = [hashUserCode(code), status, made?.id ?? null, sealed];
    if ((await executeAndCount(tx, ANSWER, values)) === 0) throw refuseAnswered();
    return once.answer({ object: 'device_login_answer', key_id: made?.id ?? null });
  });
}

function createDeviceKey(
  tx: EntityManager,
  caller: Caller,
  { clientName }: DeviceLogin,
  { scopes = ['read', 'generate'], monthly_credit_cap: cap }: AnswerDeviceLoginBody,
): Promise<{ id: string; key: string }> {
  const allowed = caller.role ? intersectScopes(scopes, caller.role) : [];
  if (allowed.length < scopes.length) {
    throw new Refusal('FORBIDDEN', { message: 'Your role does not have all of these scopes.' });
  }
  return addKey(tx, caller, {
    name: `Command line (${clientName})`,
    scopes,
    ...(cap !== undefined && { monthly_credit_cap: cap }),
  });
}
