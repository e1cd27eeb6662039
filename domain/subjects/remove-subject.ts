import type { EntityManager } from 'typeorm';
import { toDeleted, type Deleted } from '../contract/common.js';
import type { ObjectStore } from '../ports/object-store.js';
import { refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { INPUTS_IN_USE } from '../uploads/inputs-in-use.js';
import { PLACE_OF, type PhotoRole } from './keep-photos.js';
import { freePlace } from '../accounts/plan-limits.js';
import { oneOf, rowsOf } from '../../entities/rows.js';

export interface DeleteSubjectDeps extends StartDeps {
  readonly store: ObjectStore;
}

/**
 * Deletes a character or product with its photos. Past generations are kept, and one under way
 * keeps its photos until it has finished.
 * @throws {Refusal} NOT_FOUND
 * @throws {AlreadyAnswered} when a request with the same key was faster
 */
export async function removeSubject<R extends PhotoRole>(
  deps: DeleteSubjectDeps,
  role: R,
  { accountId, id, claim }: { accountId: string; id: string; claim: RequestClaim },
): Promise<Deleted<R>> {
  let photos: string[] = [];
  const answer = await answerOnce(deps, claim, async (tx, once) => {
    const ended = await endSubject(tx, role, { accountId, id });
    if (!ended) throw refuseUnknown(role, id);
    const answered = await once.answer(toDeleted(role, id));
    await freePlace(tx, accountId, PLACE_OF[role]);
    photos = ended;
    return answered;
  });
  // The subject is deleted even when this fails: the sweep removes the photos that are left.
  await removeUnused(deps, photos).catch((error: unknown) => {
    deps.log.warn({ err: error, id }, 'photos are left to the sweep');
  });
  return answer;
}

/**
 * Deletes the row of a character or product. The caller frees its place.
 * @returns its photos, or null when there is no such row
 */
export async function endSubject(
  tx: EntityManager,
  role: PhotoRole,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<string[] | null> {
  const row = await oneOf<{ photos: string[] }>(
    tx,
    `DELETE FROM ${role} WHERE id = $1 AND account_id = $2 RETURNING photos`,
    [id, accountId],
  );
  return row?.photos ?? null;
}

async function removeUnused(
  { db, store }: DeleteSubjectDeps,
  photos: readonly string[],
): Promise<void> {
  const rows = await rowsOf<{ key: string }>(db, INPUTS_IN_USE, [photos]);
  const used = new Set(rows.map(({ key }) => key));
  await store.remove(photos.filter((key) => !used.has(key)));
}
