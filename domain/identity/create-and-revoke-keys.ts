import { IsNull, type EntityManager } from 'typeorm';
import { ApiKey } from '../../entities/api-key.js';
import { executeAndCount } from '../../entities/rows.js';
import { requireMember } from '../accounts/add-member.js';
import type { Caller } from '../accounts/caller.js';
import { createKey } from '../accounts/create-key.js';
import { SCOPES } from '../catalogue/scopes.js';
import { toDeleted, type DeletedObject } from '../contract/common.js';
import { createId } from '../contract/ids.js';
import type { CreateKeyBody, KeySecretBody } from '../contract/key.js';
import { Refusal, refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import type { Vault } from '../ports/vault.js';
import { expectSession } from './expect-session.js';
import { presentKey } from './find-keys.js';
import { toActor, noteAudit } from './note-audit.js';

export interface KeyDeps extends StartDeps {
  readonly vault: Vault;
}

/**
 * Creates an API key. Only this response shows the key, so it is stored sealed.
 * @throws {Refusal} LIMIT_REACHED
 */
export function makeKey(
  deps: KeyDeps,
  caller: Caller,
  claim: RequestClaim,
  body: CreateKeyBody,
): Promise<KeySecretBody> {
  return answerOnce(
    deps,
    claim,
    async (tx, once) => {
      await expectSession(tx, caller, 'keys');
      const { id, key } = await addKey(tx, caller, body);
      const row = await tx.findOneByOrFail(ApiKey, { id });
      return once.answer({ ...presentKey(row, { spent: 0, role: caller.role }), key });
    },
    { seal: deps.vault },
  );
}

/**
 * Adds a signed-in person's key in the transaction that has checked the session.
 * @throws {Refusal} LIMIT_REACHED
 */
export async function addKey(
  tx: EntityManager,
  caller: Caller,
  body: CreateKeyBody,
): Promise<{ id: string; key: string }> {
  const { accountId } = caller;
  const memberId = body.team ? null : caller.memberId;
  const id = createId('key');
  if (memberId) await requireMember(tx, accountId, memberId);
  const key = await createKey(tx, {
    id,
    accountId,
    memberId,
    madeBy: body.team ? caller.memberId : null,
    name: body.name,
    scopes: body.scopes ?? [...SCOPES],
    monthlyCap: body.monthly_credit_cap ?? null,
  });
  await noteAudit(tx, toActor(caller), {
    action: 'key.created',
    target: id,
    details: { name: body.name, team: memberId === null },
  });
  return { id, key };
}

/**
 * Revokes a key immediately and permanently. Only an owner may revoke another person's personal
 * key.
 * @throws {Refusal} NOT_FOUND, FORBIDDEN
 */
export function endKey(
  deps: StartDeps,
  caller: Caller,
  claim: RequestClaim,
  id: string,
): Promise<DeletedObject<'api_key'>> {
  const { accountId } = caller;
  return answerOnce(deps, claim, async (tx, once) => {
    await expectSession(tx, caller, 'keys');
    const row = await tx.findOneBy(ApiKey, { id, accountId, door: 'v1', revokedAt: IsNull() });
    if (!row) throw refuseUnknown('key', id);
    if (caller.role !== 'owner' && row.memberId !== null && row.memberId !== caller.memberId) {
      throw new Refusal('FORBIDDEN', {
        message: 'This key belongs to another member. That member or an owner can revoke it.',
      });
    }
    const ended = await executeAndCount(
      tx,
      'UPDATE api_key SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL',
      [id],
    );
    if (ended === 0) throw refuseUnknown('key', id);
    await noteAudit(tx, toActor(caller), {
      action: 'key.revoked',
      target: id,
      details: { name: row.name },
    });
    return once.answer(toDeleted('api_key', id));
  });
}
