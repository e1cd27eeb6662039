import type { DataSource } from 'typeorm';
import type { ObjectFacts, ObjectStore } from '../ports/object-store.js';
import { NoTurn, type SharedReads } from '../ports/turns.js';
import { Upload } from '../../entities/upload.js';
import { WorkflowStart } from '../../entities/workflow-start.js';
import type { FinaliseOutcome } from '../catalogue/runs.js';
import type { MediaFacts } from '../catalogue/media-types.js';
import { Refusal } from '../contract/refusal.js';
import { uploadWorkflow } from './create-upload.js';
import type { ServiceFileDeps } from './service-file.js';
import { isReady, isUsable, type ReadyUpload } from './ready-upload.js';
import { discardStaged, findStaged, RefusedFile, describeMissingFile } from './staged-file.js';
import type { WorkflowToStart } from '../durable/start-workflow.js';

/**
 * The result of checking the staging area: the staged file's metadata, or the unchanged row if
 * there is no file.
 */
export type StagedResult = ObjectFacts | Upload | null;

export interface FindUploadDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
  readonly stagedReads: SharedReads<StagedResult>;
  readonly temporal: {
    /**
     * Sends the update `finalise`, and starts the run if the relay has not done so yet.
     * @param version the file's version: all callers that ask about the same version get the same
     * response
     */
    finalise(
      start: WorkflowToStart,
      version: string,
    ): Promise<FinaliseOutcome | 'no_answer' | 'closed'>;
  };
}

/**
 * An upload's known metadata. Before the upload is ready, the metadata comes from inspecting the
 * staged file.
 */
export type KnownUpload = Pick<Upload, 'kind' | 'contentType' | keyof MediaFacts>;

function refuseFile(message: string): Refusal {
  return new Refusal('VALIDATION_ERROR', { message, details: { code: 'UPLOAD_NOT_READY' } });
}

/**
 * Finds one of the account's ready uploads. If a pending upload has a file that was not refused
 * before, its workflow checks the file now.
 * @throws {Refusal} NOT_FOUND for an unknown id or another account's id; VALIDATION_ERROR if no
 * acceptable file has arrived or the upload has expired; RATE_LIMITED if its bytes exceed the
 * allowance; UNAVAILABLE if no worker responds
 */
export async function findReadyUpload(
  deps: FindUploadDeps,
  accountId: string,
  id: string,
): Promise<ReadyUpload> {
  const row = await findVisible(deps.db, accountId, id);
  if (isReady(row)) return row;
  const found = await checkStaged(deps, row);
  if (!isFile(found)) {
    if (found && isUsable(found)) return found;
    throw refuseFile(describeMissingFile(row));
  }
  await askForCheck(deps, row, found);
  const now = await findVisible(deps.db, accountId, id);
  if (isReady(now)) return now;
  throw refuseFile('No valid file arrived within 15 minutes. Create a new upload.');
}

const isFile = (found: StagedResult): found is ObjectFacts => found !== null && 'etag' in found;

/**
 * Checks the staged file, once for all concurrent callers. Deletes a file that is refused without
 * inspection. If there is no file, reads the row again: the upload may have just become ready,
 * which deletes the staged file.
 * @throws {Refusal} VALIDATION_ERROR, UNAVAILABLE
 */
async function checkStaged(deps: FindUploadDeps, row: Upload): Promise<StagedResult> {
  const { store } = deps;
  const key = row.stagingKey;
  if (key === null) return null;
  const inspectStaged = async () => {
    try {
      return await findStaged(store, row, key);
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      if (error.etag === null) return deps.db.manager.findOneBy(Upload, { id: row.id });
      await discardStaged(store, key, error.etag);
      throw refuseFile(error.message);
    }
  };
  try {
    return await deps.stagedReads.readShared(row.accountId, key, inspectStaged);
  } catch (error) {
    throw error instanceof NoTurn ? refuseUnanswered(error) : error;
  }
}

/**
 * Asks the workflow to check a file.
 * @throws {Refusal} unless the upload may be ready now
 */
async function askForCheck(deps: FindUploadDeps, row: Upload, staged: ObjectFacts): Promise<void> {
  const waiting = await deps.db.manager.findOneBy(WorkflowStart, { workflowId: row.id });
  // If the same bytes are PUT again later, they are another version: the allowance may suffice by
  // then.
  const version = `${staged.etag}.${staged.modifiedAt.getTime()}`;
  const outcome = await deps.temporal
    .finalise(waiting ?? uploadWorkflow(row), version)
    .catch((error: unknown) => {
      throw refuseUnanswered(error);
    });
  if (outcome === 'no_answer') throw refuseUnanswered();
  if (outcome === 'closed' || outcome.outcome === 'ready') return;
  if (outcome.outcome === 'refused') throw refuseFile(outcome.message);
  throw new Refusal('RATE_LIMITED', {
    message: outcome.message,
    details: { code: 'UPLOAD_ALLOWANCE' },
    headers: { 'Retry-After': outcome.retryAfter },
  });
}

const refuseUnanswered = (cause?: unknown): Refusal =>
  new Refusal('UNAVAILABLE', {
    message: 'No worker answered in time. The check is still running: repeat the request.',
    headers: { 'Retry-After': '2' },
    cause,
  });

/**
 * Finds an upload without side effects: inspects a pending upload's staged file and leaves it
 * there.
 * @param expectRoom refuses bytes that exceed the daily allowance
 * @throws {Refusal} as `findReadyUpload`, except UNAVAILABLE, because no worker takes part
 */
export async function inspectUpload(
  { db, store, fileCheck }: ServiceFileDeps,
  accountId: string,
  id: string,
  expectRoom: (bytes: number) => Promise<void>,
): Promise<KnownUpload> {
  const row = await findVisible(db, accountId, id);
  if (isReady(row)) return row;
  if (row.stagingKey === null) throw refuseFile(describeMissingFile(row));
  try {
    const { size } = await findStaged(store, row, row.stagingKey);
    const checked = await fileCheck.object(row.stagingKey, size, row.contentType, accountId);
    if (!checked.ok) throw refuseFile(checked.message);
    await expectRoom(size);
    return checked;
  } catch (error) {
    throw error instanceof RefusedFile ? refuseFile(error.message) : error;
  }
}

/**
 * Finds the row if the caller may see it. An expired upload is refused immediately, even before the
 * sweep removes it.
 */
async function findVisible(db: DataSource, accountId: string, id: string): Promise<Upload> {
  const row = await db.manager.findOneBy(Upload, { id, accountId });
  if (!row || row.status === 'staging') throw new Refusal('NOT_FOUND');
  if (row.expiresAt.getTime() <= Date.now()) {
    throw new Refusal('VALIDATION_ERROR', {
      message: 'The upload has expired. Upload the file again and use the new id.',
      details: { code: 'UPLOAD_EXPIRED' },
    });
  }
  return row;
}
