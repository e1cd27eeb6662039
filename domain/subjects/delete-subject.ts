import type { DataSource } from 'typeorm';
import type { ObjectStore } from '../ports/object-store.js';
import type { Log } from '../ports/log.js';
import type { AnswerClaim } from '../catalogue/runs.js';
import { unknownObject } from '../contract/error.js';
import { storeAnswer } from '../durable/idempotency.js';
import { INPUTS_IN_USE } from '../uploads/inputs-in-use.js';
import type { PhotoRole } from './keep-photos.js';
import { freePlace } from '../accounts/plan-limits.js';

export interface DeleteSubjectDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
  readonly log: Log;
}

/** What a plan counts of each. */
const PLACE_OF = { character: 'characters', product: 'products' } as const;

/**
 * Deletes a character or product with its photos. Past generations are kept, and one under way keeps
 * its photos until it has finished.
 * @returns the exact bytes of the answer
 * @throws {Refusal} NOT_FOUND
 * @throws {AlreadyAnswered} when a request with the same key was faster
 */
export async function deleteSubject(
  deps: DeleteSubjectDeps,
  role: PhotoRole,
  { accountId, id, claim }: { accountId: string; id: string; claim: AnswerClaim },
): Promise<string> {
  const text = JSON.stringify({ id, object: role, deleted: true });
  const photos = await deps.db.transaction(async (tx) => {
    const [rows]: [{ photos: string[] }[], number] = await tx.query(
      `DELETE FROM ${role} WHERE id = $1 AND account_id = $2 RETURNING photos`,
      [id, accountId],
    );
    const row = rows[0];
    if (!row) throw unknownObject(role, id);
    await storeAnswer(tx, claim, { status: 200, body: text });
    await freePlace(tx, accountId, PLACE_OF[role]);
    return row.photos;
  });
  // It is deleted, whatever becomes of its photos now: the sweep removes what is left.
  await removeUnused(deps, photos).catch((error: unknown) => {
    deps.log.warn({ err: error, id }, 'photos are left to the sweep');
  });
  return text;
}

async function removeUnused(
  { db, store }: DeleteSubjectDeps,
  photos: readonly string[],
): Promise<void> {
  const rows: { key: string }[] = await db.query(INPUTS_IN_USE, [photos]);
  const used = new Set(rows.map(({ key }) => key));
  await store.remove(photos.filter((key) => !used.has(key)));
}
