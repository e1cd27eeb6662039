import type { EntityManager } from 'typeorm';
import { executeAndCount } from '../../entities/rows.js';
import { COLLECTIONS_MAX } from '../catalogue/collection-limits.js';
import {
  presentCollection,
  type CollectionBody,
  type CreateCollectionBody,
  type UpdateCollectionBody,
} from '../contract/collection.js';
import { toDeleted, type DeletedObject } from '../contract/common.js';
import type { MediaUrl } from '../contract/generation.js';
import { Refusal, refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { readCollection, type CollectionRef } from './find-collections.js';

export interface CollectionDeps extends StartDeps {
  readonly mediaUrl: MediaUrl;
}

export interface CreateCollectionDeps extends CollectionDeps {
  readonly newId: (prefix: 'col') => string;
}

/** The unique index decides which of two concurrent requests has the name. */
const INSERT = `
INSERT INTO collection (id, account_id, name, created_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (account_id, lower(name)) DO NOTHING RETURNING 1`;

const COUNT_UP = `
UPDATE account SET collections = collections + 1 WHERE id = $1 AND collections < $2`;

const COUNT_DOWN = 'UPDATE account SET collections = collections - 1 WHERE id = $1';

/**
 * Creates an empty collection.
 * @throws {Refusal} CONFLICT if another collection has the name, LIMIT_REACHED
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export function createCollection(
  deps: CreateCollectionDeps,
  claim: RequestClaim,
  { name }: CreateCollectionBody,
): Promise<CollectionBody> {
  const { accountId } = claim;
  const row = { id: deps.newId('col'), name, items: 0, createdAt: new Date() };
  return answerOnce(deps, claim, async (tx, once) => {
    const answered = await once.answer(presentCollection(row, [], deps.mediaUrl));
    const created = await executeAndCount(tx, INSERT, [row.id, accountId, name, row.createdAt]);
    if (created !== 1) throw refuseName(name);
    // Last in the transaction, because the account row is the most contended one.
    const counted = await executeAndCount(tx, COUNT_UP, [accountId, COLLECTIONS_MAX]);
    if (counted !== 1) throw refuseMore();
    return answered;
  });
}

const RENAME = 'UPDATE collection SET name = $3 WHERE id = $1 AND account_id = $2';

/**
 * Renames a collection.
 * @throws {Refusal} NOT_FOUND, or CONFLICT if another collection has the name
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export function renameCollection(
  deps: CollectionDeps,
  claim: RequestClaim,
  id: string,
  { name }: UpdateCollectionBody,
): Promise<CollectionBody> {
  const named = { id, accountId: claim.accountId };
  return answerOnce(deps, claim, async (tx, once) => {
    await tx.query(RENAME, [id, named.accountId, name]).catch(refuseTakenName(name));
    return once.answer(await readCollection(tx, named, deps.mediaUrl));
  });
}

/**
 * Deletes a collection. Its generations are kept.
 * @throws {Refusal} NOT_FOUND
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export function removeCollection(
  deps: StartDeps,
  claim: RequestClaim,
  id: string,
): Promise<DeletedObject<'collection'>> {
  return answerOnce(deps, claim, async (tx, once) => {
    const answered = await once.answer(toDeleted('collection', id));
    if (!(await endCollection(tx, { id, accountId: claim.accountId }))) {
      throw refuseUnknown('collection', id);
    }
    return answered;
  });
}

/**
 * Deletes a collection's rows.
 * @returns false if the account has no such collection
 */
export async function endCollection(
  tx: EntityManager,
  { accountId, id }: CollectionRef,
): Promise<boolean> {
  const sql = 'DELETE FROM collection WHERE id = $1 AND account_id = $2';
  if ((await executeAndCount(tx, sql, [id, accountId])) !== 1) return false;
  await tx.query(COUNT_DOWN, [accountId]);
  return true;
}

const UNIQUE_VIOLATION = '23505';

const refuseTakenName = (name: string) => (error: unknown) => {
  throw (error as { code?: unknown }).code === UNIQUE_VIOLATION ? refuseName(name) : error;
};

const refuseName = (name: string): Refusal =>
  new Refusal('CONFLICT', {
    message: `Another collection of this account has the name \`${name}\`. Choose another name; upper and lower case count as the same.`,
    headers: { 'x-should-retry': 'false' },
  });

const refuseMore = (): Refusal =>
  new Refusal('LIMIT_REACHED', {
    message: `The account has ${COLLECTIONS_MAX} collections, the maximum. Delete one first.`,
    details: { code: 'COLLECTION_LIMIT', limit: COLLECTIONS_MAX },
  });
