import { Upload } from '../../../entities/upload.js';
import { Refusal } from '../../contract/refusal.js';
import { findReadyUpload, type FindUploadDeps } from '../find-upload.js';
import type { ReadyUpload } from '../ready-upload.js';
import type { OpenBox } from './find-box.js';
import { refuseFile } from './declare-file.js';

/** Matches messages for programs, with names of fields and formats, which do not help a person. */
const FOR_PROGRAMS = /`|PUT|content_type|new upload/;

/**
 * Whether the error refuses the file itself, or a file over the limit. Both files are deleted by
 * now.
 */
const isFinal = (error: unknown): error is Refusal =>
  error instanceof Refusal && ['VALIDATION_ERROR', 'RATE_LIMITED'].includes(error.code);

/**
 * Checks a file sent on a box's page, like a GET of the upload. A refused file is removed from the
 * box, because nobody will send a better file to its URL.
 * @throws {Refusal} NOT_FOUND for another box's file; VALIDATION_ERROR in words for a person;
 * RATE_LIMITED, UNAVAILABLE
 */
export async function checkFile(
  deps: FindUploadDeps,
  { accountId, id: boxId }: OpenBox,
  id: string,
): Promise<ReadyUpload> {
  if (!(await deps.db.manager.existsBy(Upload, { id, accountId, boxId }))) {
    throw new Refusal('NOT_FOUND', { message: 'There is no such file in this box.' });
  }
  try {
    return await findReadyUpload(deps, accountId, id);
  } catch (error) {
    if (!isFinal(error)) throw error;
    await deps.db.manager.delete(Upload, { id, accountId, boxId, status: 'pending' });
    if (error.code !== 'VALIDATION_ERROR' || !FOR_PROGRAMS.test(error.message)) throw error;
    throw refuseFile(
      'This file arrived incomplete, or its content does not match its name. Send it again, or choose another one.',
    );
  }
}
