import type { EntityManager } from 'typeorm';
import { Account } from '../../entities/account.js';
import { executeAndCount, queryOne } from '../../entities/rows.js';
import type { Caller } from '../accounts/caller.js';
import type { AnswerConsentBody, ConsentAnsweredBody, ConsentBody } from '../contract/consent.js';
import { Refusal, refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { expectSession } from '../identity/expect-session.js';
import { findSpent } from '../identity/find-keys.js';
import type { Vault } from '../ports/vault.js';
import { allowAgent } from './allow-agent.js';
import { findAllowed, type Allowed } from './find-allowed.js';
import { readAskedScopes, type ConsentResult, type OpenRequest } from './open-request.js';
import { hashId } from './records.js';

interface ConsentRow {
  readonly payload: OpenRequest;
  readonly expiresAt: Date;
}

const FIND = `
SELECT payload, expires_at AS "expiresAt" FROM oauth_record
WHERE model = 'Interaction' AND id_hash = $1 AND expires_at > now()`;

async function findOpen(db: EntityManager, uid: string): Promise<ConsentRow> {
  const row = await queryOne<ConsentRow>(db, FIND, [hashId(uid)]);
  if (!row) throw refuseUnknown('consent', uid);
  if (row.payload.result) throw refuseAnswered();
  return row;
}

const refuseAnswered = (): Refusal =>
  new Refusal('CONFLICT', {
    message: 'This access request was already answered. Start again from the agent.',
  });

/**
 * Describes an agent's authorization request.
 * @throws {Refusal} NOT_FOUND; CONFLICT if the request was already answered
 */
export async function describeConsent(
  db: EntityManager,
  caller: Caller,
  uid: string,
): Promise<ConsentBody> {
  const { payload, expiresAt } = await findOpen(db, uid);
  const { accountId } = caller;
  const account = await db.findOneByOrFail(Account, { id: accountId });
  const before = await findAllowed(db, caller, payload.params.client_id);
  const { name, host, redirectHost } = payload.prompt.details.client;
  return {
    id: uid,
    object: 'consent',
    account: { id: accountId, name: account.name },
    client_name: name,
    client_host: host,
    redirect_host: redirectHost,
    scopes: readAskedScopes(payload),
    allowed_before: before && (await presentAllowed(db, before)),
    expires_at: expiresAt.getTime(),
  };
}

async function presentAllowed(
  db: EntityManager,
  { keyId, scopes, cap }: Allowed,
): Promise<NonNullable<ConsentBody['allowed_before']>> {
  const spent = await findSpent(db, [keyId]);
  return { scopes, monthly_credit_cap: cap, spent_this_month: spent.get(keyId) ?? 0 };
}

export interface ConsentDeps extends StartDeps {
  readonly vault: Vault;
  readonly env: { readonly publicUrl: string };
}

/**
 * Guarded: the second of two answers to a request fails. From now on the record belongs to an
 * account and is deleted with it.
 */
const ANSWER = `
UPDATE oauth_record SET payload = payload || jsonb_build_object('result', $2::jsonb), account_id = $3
WHERE model = 'Interaction' AND id_hash = $1 AND expires_at > now() AND NOT payload ? 'result'`;

/**
 * Answers an agent's authorization request. A new grant expires soon unless the agent fetches its
 * tokens. Only the browser that sent the answer can continue.
 * @throws {Refusal} NOT_FOUND; CONFLICT if the request was already answered, or there are too many
 * agents
 */
export function answerConsent(
  deps: ConsentDeps,
  caller: Caller,
  claim: RequestClaim,
  { uid, body }: { readonly uid: string; readonly body: AnswerConsentBody },
): Promise<ConsentAnsweredBody> {
  const work = async (tx: EntityManager): Promise<ConsentAnsweredBody> => {
    await expectSession(tx, caller, 'keys');
    const { payload } = await findOpen(tx, uid);
    const result = body.allow ? await allowAgent(tx, caller, payload, body) : REFUSED;
    const values = [hashId(uid), JSON.stringify(result), caller.accountId];
    if ((await executeAndCount(tx, ANSWER, values)) === 0) throw refuseAnswered();
    const redirectTo = `${deps.env.publicUrl}/oauth/authorize/${uid}`;
    return { object: 'consent_answer', redirect_to: redirectTo };
  };
  // Anyone with the URL could continue the flow, so the response is stored sealed.
  return answerOnce(deps, claim, async (tx, once) => once.answer(await work(tx)), {
    seal: deps.vault,
  });
}

const REFUSED: ConsentResult = {
  error: 'access_denied',
  error_description: 'The person denied access to the agent.',
};
