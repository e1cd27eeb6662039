import type { EntityManager } from 'typeorm';
import { toDeleted, type DeletedObject } from '../contract/common.js';
import { refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { endCharacterAccounts, type EndedAccount } from '../social/accounts/end-accounts.js';
import { revokeEnded, type RevokeDeps } from '../social/accounts/revoke-ended.js';
import { PLACE_OF, type PhotoRole } from './keep-photos.js';
import { decrementCount } from '../accounts/plan-limits.js';
import { queryOne } from '../../entities/rows.js';
import { removeUnused, type UnusedDeps } from '../uploads/remove-unused.js';

export type DeleteSubjectDeps = StartDeps & RevokeDeps & UnusedDeps;

/** Cleanup to do after the commit. */
interface EndedSubject {
  readonly photos: readonly string[];
  readonly accounts: readonly EndedAccount[];
}

const NOTHING: EndedSubject = { photos: [], accounts: [] };

/**
 * Deletes a character or product with its photos, and disconnects a character's accounts. Past
 * generations are kept, and a running one keeps its photos until it has finished.
 * @throws {Refusal} NOT_FOUND
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export async function removeSubject<R extends PhotoRole>(
  deps: DeleteSubjectDeps,
  role: R,
  { accountId, id, claim }: { accountId: string; id: string; claim: RequestClaim },
): Promise<DeletedObject<R>> {
  let left = NOTHING;
  const answer = await answerOnce(deps, claim, async (tx, once) => {
    const ended = await endSubject(tx, role, { accountId, id });
    if (!ended) throw refuseUnknown(role, id);
    const answered = await once.answer(toDeleted(role, id));
    await decrementCount(tx, accountId, PLACE_OF[role]);
    left = ended;
    return answered;
  });
  await Promise.all([removeUnused(deps, left.photos, id), revokeEnded(deps, left.accounts)]);
  return answer;
}

/**
 * Deletes the row of a character or product, and ends a character's accounts. The caller frees the
 * slot in the plan.
 * @returns null if the row does not exist
 */
export async function endSubject(
  tx: EntityManager,
  role: PhotoRole,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<EndedSubject | null> {
  const row = await queryOne<{ photos: string[] }>(
    tx,
    `DELETE FROM ${role} WHERE id = $1 AND account_id = $2 RETURNING photos`,
    [id, accountId],
  );
  if (!row) return null;
  const isCharacter = role === 'character';
  const accounts = isCharacter
    ? await endCharacterAccounts(tx, { accountId, characterId: id })
    : [];
  return { photos: row.photos, accounts };
}
