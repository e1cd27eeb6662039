import type { EntityManager } from 'typeorm';
import { executeAndCount, queryOne, queryRows } from '../../entities/rows.js';
import { COLLECTION_ITEMS_MAX } from '../catalogue/collection-limits.js';
import type { CollectionBody, CollectionItemsBody } from '../contract/collection.js';
import { Refusal, refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { CollectionDeps } from './change-collection.js';
import { readCollection } from './find-collections.js';

/*
 * Locks are taken in an order that cannot deadlock: adding locks the collection and the generations
 * only against deletion; removing locks the collection first; a generation's deletion locks the
 * generation, then its collections.
 */

type LockStrength = 'FOR KEY SHARE' | 'FOR NO KEY UPDATE';

const LOCK = 'SELECT 1 FROM collection WHERE id = $1 AND account_id = $2';

/** Locks generations against deletion, in the order of their ids. */
const OWN = `
SELECT id FROM generation WHERE account_id = $1 AND id = ANY($2) ORDER BY id FOR KEY SHARE`;

const ADD = `
INSERT INTO collection_item (collection_id, generation_id, made_at)
SELECT $1, id, created_at FROM generation WHERE id = ANY($2) ORDER BY id
ON CONFLICT DO NOTHING RETURNING 1`;

const COUNT_UP = `
UPDATE collection SET items = items + $2 WHERE id = $1 AND items + $2 <= $3`;

/**
 * Adds generations to a collection, all or none. Those that it already has stay in it.
 * @returns the collection after the change
 * @throws {Refusal} NOT_FOUND for the collection or a generation, LIMIT_REACHED
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export const addItems = (
  deps: CollectionDeps,
  claim: RequestClaim,
  id: string,
  { generation_ids: ids }: CollectionItemsBody,
): Promise<CollectionBody> =>
  changeItems(deps, claim, { id, strength: 'FOR KEY SHARE' }, async (tx) => {
    const rows = await queryRows<{ id: string }>(tx, OWN, [claim.accountId, ids]);
    const own = new Set(rows.map((row) => row.id));
    const unknown = ids.find((one) => !own.has(one));
    if (unknown !== undefined) throw refuseUnknown('generation', unknown, 'generation_ids');
    const added = await executeAndCount(tx, ADD, [id, [...own]]);
    const counted = await executeAndCount(tx, COUNT_UP, [id, added, COLLECTION_ITEMS_MAX]);
    if (counted !== 1) throw refuseMore();
  });

const REMOVE = `
WITH gone AS (
  DELETE FROM collection_item WHERE collection_id = $1 AND generation_id = ANY($2) RETURNING 1)
UPDATE collection SET items = items - (SELECT count(*) FROM gone) WHERE id = $1`;

/**
 * Removes generations from a collection. Ids that it does not have are ignored.
 * @returns the collection after the change
 * @throws {Refusal} NOT_FOUND for the collection
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export const removeItems = (
  deps: CollectionDeps,
  claim: RequestClaim,
  id: string,
  { generation_ids: ids }: CollectionItemsBody,
): Promise<CollectionBody> =>
  changeItems(deps, claim, { id, strength: 'FOR NO KEY UPDATE' }, async (tx) => {
    await tx.query(REMOVE, [id, ids]);
  });

/** Changes the generations of a collection, and answers with the collection. */
function changeItems(
  deps: CollectionDeps,
  claim: RequestClaim,
  { id, strength }: { readonly id: string; readonly strength: LockStrength },
  change: (tx: EntityManager) => Promise<void>,
): Promise<CollectionBody> {
  const { accountId } = claim;
  return answerOnce(deps, claim, async (tx, once) => {
    if (!(await queryOne(tx, `${LOCK} ${strength}`, [id, accountId]))) {
      throw refuseUnknown('collection', id);
    }
    await change(tx);
    return once.answer(await readCollection(tx, { id, accountId }, deps.mediaUrl));
  });
}

const LOCK_GENERATION = 'SELECT 1 FROM generation WHERE id = $1 AND account_id = $2 FOR UPDATE';

const LOCK_HOLDERS = `
SELECT id FROM collection WHERE id IN (
  SELECT collection_id FROM collection_item WHERE generation_id = $1)
ORDER BY id FOR NO KEY UPDATE`;

const LEAVE = `
WITH gone AS (
  DELETE FROM collection_item WHERE generation_id = $1 AND collection_id = ANY($2)
  RETURNING collection_id)
UPDATE collection SET items = items - 1 WHERE id IN (SELECT collection_id FROM gone)`;

/**
 * Removes a generation from all collections, in the transaction that deletes it. The generation is
 * locked first, so that no request can add it afterwards.
 */
export async function leaveCollections(
  tx: EntityManager,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<void> {
  await tx.query(LOCK_GENERATION, [id, accountId]);
  const holders = await queryRows<{ id: string }>(tx, LOCK_HOLDERS, [id]);
  if (holders.length > 0) await tx.query(LEAVE, [id, holders.map((row) => row.id)]);
}

const refuseMore = (): Refusal =>
  new Refusal('LIMIT_REACHED', {
    message: `A collection has at most ${COLLECTION_ITEMS_MAX} generations. Nothing was added. Remove some first, or use another collection.`,
    details: { code: 'COLLECTION_ITEM_LIMIT', limit: COLLECTION_ITEMS_MAX },
  });
