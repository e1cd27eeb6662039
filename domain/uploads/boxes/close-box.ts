import { executeAndCount, queryRows } from '../../../entities/rows.js';
import { toDeleted, type DeletedObject } from '../../contract/common.js';
import { refuseUnknown } from '../../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../../durable/answer-once.js';
import type { StartDeps } from '../../durable/start-workflow.js';
import type { ObjectStore } from '../../ports/object-store.js';
import { IS_OPEN } from './find-box.js';

export interface CloseBoxDeps extends StartDeps {
  readonly store: Pick<ObjectStore, 'remove'>;
}

const CLOSE = `DELETE FROM upload_box b WHERE b.account_id = $1 AND b.id = $2 AND ${IS_OPEN}`;

const FORGET = `
DELETE FROM upload WHERE account_id = $1 AND box_id = $2 AND status = 'pending'
RETURNING staging_key AS key`;

/**
 * Closes a box before its day has passed. Received files stay as uploads. An unfinished file is
 * dropped: its page reports that the box is closed, and the sweep removes bytes that still arrive.
 * @throws {Refusal} NOT_FOUND
 */
export async function closeBox(
  deps: CloseBoxDeps,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  claim: RequestClaim,
): Promise<DeletedObject<'upload_box'>> {
  let staged: string[] = [];
  const answer = await answerOnce(deps, claim, async (tx, once) => {
    const answered = await once.answer(toDeleted('upload_box', id));
    // The box is closed first: adding a file updates the box row, which fails from then on.
    if ((await executeAndCount(tx, CLOSE, [accountId, id])) !== 1)
      throw refuseUnknown('upload box', id);
    const rows = await queryRows<{ key: string | null }>(tx, FORGET, [accountId, id]);
    staged = rows.flatMap(({ key }) => (key === null ? [] : [key]));
    return answered;
  });
  // If the store is down, the sweep removes the objects.
  await deps.store.remove(staged).catch(() => undefined);
  return answer;
}
