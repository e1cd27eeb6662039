import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { executeAndCount, queryOne } from '../../entities/rows.js';
import { toStorable } from '../../entities/storable.js';

/** The kinds of stored records, named as in the OAuth library. */
export type RecordModel =
  | 'Client'
  | 'Interaction'
  | 'Grant'
  | 'AuthorizationCode'
  | 'AccessToken'
  | 'RefreshToken';

/** Codes and tokens, which belong to a grant and end with it. */
export type TokenModel = Extract<RecordModel, 'AuthorizationCode' | 'AccessToken' | 'RefreshToken'>;

/** A record's content without its id, because only a hash of the id is stored. */
export type Payload = Readonly<Record<string, unknown>>;

export interface NewRecord {
  readonly model: RecordModel;
  readonly id: string;
  readonly payload: Payload;
  readonly seconds: number;
  /** The network that an anonymous request came from. */
  readonly network?: string | null;
}

/**
 * Maximum records, far more than are in use at any time. Limits what anonymous requests can create.
 */
export const RECORDS_MAX: Readonly<Partial<Record<RecordModel, number>>> = {
  Client: 10_000,
  Interaction: 20_000,
};

/** Computes one network's share: a tenth, so that a single network cannot fill the table. */
export const computeNetworkShare = (max: number): number => Math.ceil(max / 10);

/**
 * Maximum tokens stored per grant. Used refresh tokens are kept, because reusing one means that it
 * was stolen. When there are too many, used ones are deleted first: one of the client's
 * installations may be idle for days.
 */
const TOKENS_MAX: Readonly<Record<TokenModel, number>> = {
  AuthorizationCode: 5,
  AccessToken: 20,
  RefreshToken: 100,
};

/** Maximum lifetime of a grant, even in constant use. */
export const GRANT_SECONDS = 365 * 86_400;

/** Hashes an id for storage. Rows are found by the hash, so ids are never compared. */
export const hashId = (id: string): Buffer => createHash('sha256').update(id).digest();

/**
 * Cleans and serializes a payload: clients send any text, and PostgreSQL cannot store NUL or lone
 * surrogates.
 */
const toJson = (payload: Payload): string =>
  JSON.stringify(payload, (_name, value: unknown) =>
    typeof value === 'string' ? toStorable(value, Infinity) : value,
  );

/** Clients with a grant are not counted, because they live much longer. */
const SAVE = `
INSERT INTO oauth_record (model, id_hash, payload, expires_at, network)
SELECT $1, $2, $3::jsonb, now() + $4 * interval '1 s', $6 WHERE $5 > (
  SELECT count(*) FROM (
    SELECT 1 FROM oauth_record WHERE model = $1 AND account_id IS NULL
      AND expires_at < now() + interval '2 days' LIMIT $5) AS open)
AND ($6::bytea IS NULL OR $7 > (
  SELECT count(*) FROM (
    SELECT 1 FROM oauth_record WHERE model = $1 AND network = $6 AND account_id IS NULL
      AND expires_at > now() AND expires_at < now() + interval '2 days' LIMIT $7) AS own))
ON CONFLICT (model, id_hash) DO UPDATE
  SET payload = excluded.payload, expires_at = excluded.expires_at
RETURNING 1`;

/**
 * Stores a record that has no owner yet.
 * @returns false if there are too many such records
 */
export async function saveRecord(
  tx: EntityManager,
  { model, id, payload, seconds, network = null }: NewRecord,
): Promise<boolean> {
  const max = RECORDS_MAX[model] ?? 2_000_000_000;
  const source = network === null ? null : hashId(network);
  const kept = [model, hashId(id), toJson(payload), seconds];
  const values = [...kept, max, source, computeNetworkShare(max)];
  return (await executeAndCount(tx, SAVE, values)) === 1;
}

/** Locks the grant, so that tokens cannot outlive it. */
const KEEP_ALIVE = `
UPDATE agent_grant SET expires_at = least(created_at + ${GRANT_SECONDS} * interval '1 s',
  greatest(expires_at, now() + $2 * interval '1 s'))
WHERE id = $1 AND expires_at > now() RETURNING account_id AS "accountId"`;

const SAVE_TOKEN = `
INSERT INTO oauth_record (model, id_hash, payload, grant_id, account_id, expires_at)
VALUES ($1, $2, $3::jsonb, $4, $5, now() + $6 * interval '1 s')
ON CONFLICT (model, id_hash) DO UPDATE
  SET payload = excluded.payload, expires_at = excluded.expires_at`;

const DROP_OLD = `
DELETE FROM oauth_record WHERE (model, id_hash) IN (
  SELECT model, id_hash FROM oauth_record WHERE grant_id = $1 AND model = $2
  ORDER BY consumed_at IS NULL DESC, created_at DESC, id_hash OFFSET $3)`;

/**
 * Stores a code or token in the caller's transaction, and extends its grant to live as long.
 * @returns false if the grant has ended
 */
export async function saveToken(
  tx: EntityManager,
  { model, id, payload, seconds }: NewRecord & { readonly model: TokenModel },
  grantId: string,
): Promise<boolean> {
  const grant = await queryOne<{ accountId: string }>(tx, KEEP_ALIVE, [grantId, seconds]);
  if (!grant) return false;
  const values = [model, hashId(id), toJson(payload), grantId, grant.accountId, seconds];
  await tx.query(SAVE_TOKEN, values);
  await tx.query(DROP_OLD, [grantId, model, TOKENS_MAX[model]]);
  return true;
}

const SAVE_GRANT = `
INSERT INTO oauth_record (model, id_hash, payload, grant_id, account_id, expires_at)
VALUES ('Grant', $1, $2::jsonb, $3, $4, now() + ${GRANT_SECONDS} * interval '1 s')
ON CONFLICT (model, id_hash) DO UPDATE
  SET payload = excluded.payload, expires_at = excluded.expires_at`;

/** Stores the OAuth library's data for a grant, replacing earlier data. */
export async function saveGrant(
  tx: EntityManager,
  { id, accountId, payload }: { id: string; accountId: string; payload: Payload },
): Promise<void> {
  await tx.query(SAVE_GRANT, [hashId(id), toJson(payload), id, accountId]);
}

const FIND = `
SELECT payload, consumed_at AS "consumedAt" FROM oauth_record
WHERE model = $1 AND id_hash = $2 AND expires_at > now()`;

/** A record and the time when it was used. */
export interface FoundRecord {
  readonly payload: Payload;
  readonly consumedAt: Date | null;
}

/**
 * Finds a record by its id.
 * @returns null if the record is unknown or has expired
 */
export function findRecord(
  db: EntityManager,
  model: RecordModel,
  id: string,
): Promise<FoundRecord | null> {
  return queryOne<FoundRecord>(db, FIND, [model, hashId(id)]);
}

const CONSUME = `
UPDATE oauth_record SET consumed_at = now()
WHERE model = $1 AND id_hash = $2 AND consumed_at IS NULL`;

/**
 * Marks a code or token as used.
 * @returns false if a concurrent request used it, or it no longer exists
 */
export async function consumeRecord(
  db: EntityManager,
  model: RecordModel,
  id: string,
): Promise<boolean> {
  return (await executeAndCount(db, CONSUME, [model, hashId(id)])) === 1;
}

export async function removeRecord(
  db: EntityManager,
  model: RecordModel,
  id: string,
): Promise<void> {
  await db.query('DELETE FROM oauth_record WHERE model = $1 AND id_hash = $2', [model, hashId(id)]);
}
