import type { EntityManager } from 'typeorm';
import { UploadBox } from '../../../entities/upload-box.js';
import { queryOne } from '../../../entities/rows.js';
import type { Caller } from '../../accounts/caller.js';
import { expectRights } from '../../accounts/expect-rights.js';
import { MEDIA_KINDS } from '../../catalogue/media-types.js';
import { BOX_HOURS, BOX_MS, OPEN_BOXES_MAX } from '../../catalogue/upload-limits.js';
import { createBoxId } from '../../contract/ids.js';
import { Refusal } from '../../contract/refusal.js';
import { presentBox, type OpenBoxBody, type UploadBoxBody } from '../../contract/upload-box.js';
import { answerOnce, type RequestClaim } from '../../durable/answer-once.js';
import type { StartDeps } from '../../durable/start-workflow.js';
import { PROMPT_FIELDS, readWords } from '../../screening/prompt-fields.js';
import { checkWordsAllowed, type ScreenDeps } from '../../screening/screen-words.js';
import { IS_OPEN } from './find-box.js';

export interface OpenBoxDeps extends StartDeps, ScreenDeps {
  readonly env: { readonly publicUrl: string };
}

/**
 * Opens a box for a person's files.
 * @throws {Refusal} CONTENT_BLOCKED; LIMIT_REACHED if the account has too many boxes; UNAUTHORIZED,
 * ACCOUNT_SUSPENDED
 */
export async function openBox(
  deps: OpenBoxDeps,
  caller: Caller,
  claim: RequestClaim,
  body: OpenBoxBody,
): Promise<UploadBoxBody> {
  const { purpose = null, accept } = body;
  const words = readWords(body, PROMPT_FIELDS.box);
  await checkWordsAllowed(deps, words, 'The text of the box is not allowed. Change its `purpose`.');
  const { accountId, keyId } = caller;
  const createdAt = new Date();
  const row = {
    id: createBoxId(),
    accountId,
    keyId,
    purpose,
    accept: MEDIA_KINDS.filter((kind) => accept?.includes(kind) ?? true),
    files: 0,
    bytes: 0,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + BOX_MS),
  };
  return answerOnce(deps, claim, async (tx, once) => {
    const answered = await once.answer(presentBox(row, deps.env.publicUrl));
    await tx.insert(UploadBox, row);
    await expectBoxSlot(tx, accountId);
    await expectRights(tx, caller, 'generate');
    return answered;
  });
}

const COUNT = `
SELECT count(*)::int AS open FROM upload_box b WHERE b.account_id = $1 AND ${IS_OPEN}`;

/**
 * Checks the number of boxes. Locks the account, so that concurrent requests count one after the
 * other.
 */
async function expectBoxSlot(tx: EntityManager, accountId: string): Promise<void> {
  await tx.query('SELECT 1 FROM account WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
  const row = await queryOne<{ open: number }>(tx, COUNT, [accountId]);
  if (!row || row.open <= OPEN_BOXES_MAX) return;
  throw new Refusal('LIMIT_REACHED', {
    message: `The account has ${OPEN_BOXES_MAX} open upload boxes, the maximum. Use one of them, or close one; each closes automatically ${BOX_HOURS} hours after it was opened.`,
    details: { code: 'UPLOAD_BOX_LIMIT', limit: OPEN_BOXES_MAX },
  });
}
