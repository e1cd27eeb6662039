import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { AgentGrant } from '../../entities/agent-grant.js';
import { ApiKey } from '../../entities/api-key.js';
import { executeAndCount } from '../../entities/rows.js';
import { toStorable } from '../../entities/storable.js';
import type { Caller } from '../accounts/caller.js';
import type { Scope } from '../catalogue/scopes.js';
import type { AnswerConsentBody } from '../contract/consent.js';
import { createId } from '../contract/ids.js';
import { Refusal, refuseInvalid } from '../contract/refusal.js';
import { toActor, noteAudit } from '../identity/note-audit.js';
import { findAllowed } from './find-allowed.js';
import { readAskedScopes, type ConsentResult, type OpenRequest } from './open-request.js';
import { GRANT_SECONDS, hashId, saveGrant } from './records.js';
import { formatSubject } from './subject.js';

/**
 * Maximum grants per account: more would suggest a broken script. Also the list's maximum length.
 */
export const GRANTS_MAX = 100;

/** Time limit in seconds for fetching the tokens. Afterwards the tokens keep the grant alive. */
const FETCH_SECONDS = 600;

/**
 * Serializes an account's grants, so that the lookup of the previous grant and the count are exact.
 * The account row cannot serve as the lock: charges lock it after a key, but this transaction finds
 * the key later.
 */
const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

/**
 * Grants an agent access: creates a key with the chosen scopes and cap, and the grant that owns the
 * key. If the same person has already granted the same client access, the new choice replaces the
 * old one and the month's spending is kept. Issued tokens never gain scopes.
 * @throws {Refusal} VALIDATION_ERROR for scopes that were not requested; CONFLICT when there are
 * too many agents
 */
export async function allowAgent(
  tx: EntityManager,
  caller: Caller,
  asked: OpenRequest,
  body: AnswerConsentBody,
): Promise<ConsentResult> {
  const scopes = chooseScopes(asked, body);
  await tx.query(LOCK, [`agents of ${caller.accountId}`]);
  const name = toStorable(asked.prompt.details.client.name, 80);
  const wish = { name, scopes, cap: body.monthly_credit_cap ?? null };
  const before = await findAllowed(tx, caller, asked.params.client_id);
  const isChanged = before !== null && (await changeKey(tx, before.keyId, wish));
  const id = isChanged ? before.id : createId('agr');
  if (isChanged) await renewGrant(tx, id, asked, name);
  else await makeGrant(tx, caller, asked, { id, ...wish });
  await saveLibraryGrant(tx, caller, asked, { id, scopes });
  const details = { name, scopes: scopes.join(' ') };
  await noteAudit(tx, toActor(caller), { action: 'agent.allowed', target: id, details });
  const login = { accountId: formatSubject(caller), remember: false } as const;
  return { login, consent: { grantId: id }, session: caller.sessionId ?? '' };
}

interface KeyRequest {
  readonly name: string;
  readonly scopes: Scope[];
  readonly cap: number | null;
}

/**
 * Creates the agent's key. Nobody knows a secret that matches its hash, and API key authentication
 * refuses the key anyway.
 */
async function makeKey(
  tx: EntityManager,
  { accountId, memberId }: Caller,
  { name, scopes, cap }: KeyRequest,
): Promise<string> {
  const id = createId('key');
  const unknown = { hash: randomBytes(32), prefix: 'agent', door: 'mcp' } as const;
  await tx.insert(ApiKey, { ...unknown, id, accountId, memberId, scopes, monthlyCap: cap, name });
  return id;
}

const CHANGE_KEY = `
UPDATE api_key SET scopes = $2, monthly_cap = $3, name = $4
WHERE id = $1 AND revoked_at IS NULL`;

/**
 * Changes the scopes and cap of a grant's key. Locks the key first, in the same order as ending a
 * grant.
 * @returns false if the grant has ended in the meantime
 */
async function changeKey(
  tx: EntityManager,
  id: string,
  { scopes, cap, name }: KeyRequest,
): Promise<boolean> {
  return (await executeAndCount(tx, CHANGE_KEY, [id, scopes, cap, name])) === 1;
}

const RENEW = `
UPDATE agent_grant SET created_at = now(), client_name = $2, client_host = $3,
  expires_at = greatest(expires_at, now() + ${FETCH_SECONDS} * interval '1 s')
WHERE id = $1`;

/** Extends the grant by a year each time the person agrees. */
async function renewGrant(
  tx: EntityManager,
  id: string,
  { prompt }: OpenRequest,
  name: string,
): Promise<void> {
  const { host, redirectHost } = prompt.details.client;
  await tx.query(RENEW, [id, name, host ?? redirectHost]);
}

async function makeGrant(
  tx: EntityManager,
  caller: Caller,
  { params, prompt }: OpenRequest,
  { id, ...wish }: KeyRequest & { readonly id: string },
): Promise<void> {
  const { accountId, memberId } = caller;
  await expectGrantSlot(tx, accountId);
  const { host, redirectHost } = prompt.details.client;
  await tx.insert(AgentGrant, {
    id,
    accountId,
    memberId,
    keyId: await makeKey(tx, caller, wish),
    clientId: params.client_id,
    clientName: wish.name,
    clientHost: host ?? redirectHost,
    expiresAt: new Date(Date.now() + FETCH_SECONDS * 1_000),
  });
}

/** Stores the grant in the OAuth library's format. */
async function saveLibraryGrant(
  tx: EntityManager,
  caller: Caller,
  { params: { client_id: clientId, resource } }: OpenRequest,
  { id, scopes }: { readonly id: string; readonly scopes: readonly Scope[] },
): Promise<void> {
  const now = Math.floor(Date.now() / 1_000);
  const life = { iat: now, exp: now + GRANT_SECONDS };
  const resources = { [resource]: scopes.join(' ') };
  const payload = { ...life, kind: 'Grant', accountId: formatSubject(caller), clientId, resources };
  await saveGrant(tx, { id, accountId: caller.accountId, payload });
  await tx.query(KEEP_CLIENT, [hashId(clientId)]);
}

/** Keeps a self-registered client for as long as a grant to it can live. */
const KEEP_CLIENT = `
UPDATE oauth_record SET expires_at = now() + ${GRANT_SECONDS + 86_400} * interval '1 s'
WHERE model = 'Client' AND id_hash = $1`;

function chooseScopes(asked: OpenRequest, { scopes }: AnswerConsentBody): Scope[] {
  const offered = readAskedScopes(asked);
  if (!scopes) return offered;
  const strange = scopes.filter((scope) => !offered.includes(scope));
  if (strange.length === 0) return scopes;
  const message = `can only contain the scopes that the agent requests: ${offered.join(', ')}`;
  throw refuseInvalid([{ path: 'body.scopes', message }]);
}

async function expectGrantSlot(tx: EntityManager, accountId: string): Promise<void> {
  if ((await tx.countBy(AgentGrant, { accountId })) < GRANTS_MAX) return;
  const message = `${GRANTS_MAX} agents are already connected. Revoke the access of some in the settings first.`;
  throw new Refusal('CONFLICT', { message });
}
