import type { CreatedUploadBody } from '../../contract/upload.js';
import { enqueueStarts } from '../../durable/start-workflow.js';
import { commitAndStart } from '../../durable/answer-once.js';
import { signUpload, storeSigned, uploadWorkflow, type PresignDeps } from '../create-upload.js';
import { expectAllowance } from '../upload-allowance.js';
import { declareFile, type BrowserFile } from './declare-file.js';
import type { OpenBox } from './find-box.js';

/**
 * Begins a file on a box's page: creates a signed upload for the account. The bytes go to the
 * store, and their size is signed. It counts like an upload made with a key.
 * @throws {Refusal} VALIDATION_ERROR, RATE_LIMITED, LIMIT_REACHED, NOT_FOUND
 */
export async function addFile(
  deps: PresignDeps,
  box: OpenBox,
  file: BrowserFile,
): Promise<CreatedUploadBody> {
  const contentType = declareFile(file, box.accept);
  // Bytes count only after they arrive, but a person who sends 200 MB should be refused before.
  await expectAllowance(deps.db.manager, box, { files: 1, bytes: file.size });
  const { accountId, id: boxId, limits } = box;
  const { row, answer } = signUpload(deps, { accountId, contentType, size: file.size, boxId });
  await commitAndStart(deps, async (tx, starts) => {
    starts.push(...(await enqueueStarts(tx, [uploadWorkflow(row)])));
    await storeSigned(tx, limits, row);
  });
  return answer;
}
