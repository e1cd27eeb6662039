import type { DataSource } from 'typeorm';
import { Upload } from '../../entities/upload.js';
import { WorkflowStart } from '../../entities/workflow-start.js';
import type { FinaliseOutcome } from '../catalogue/runs.js';
import type { MediaFacts } from '../catalogue/media-types.js';
import { Refusal } from '../contract/refusal.js';
import { uploadWorkflow } from './create-upload.js';
import type { ServiceFileDeps } from './service-file.js';
import { isReady, type ReadyUpload } from './ready-upload.js';
import { findStaged, RefusedFile } from './staged-file.js';
import type { WorkflowToStart } from '../durable/start-workflow.js';

export interface FindUploadDeps {
  readonly db: DataSource;
  readonly temporal: {
    /** Sends the update `finalise`, and starts the run if the relay has not done so yet. */
    finalise(start: WorkflowToStart): Promise<FinaliseOutcome | 'no_answer' | 'closed'>;
  };
}

/** What is known of an upload. Before it is ready, this comes from a look at the staged file. */
export type KnownUpload = Pick<Upload, 'kind' | 'contentType' | keyof MediaFacts>;

function refuseFile(message: string): Refusal {
  return new Refusal('VALIDATION_ERROR', { message, details: { code: 'UPLOAD_NOT_READY' } });
}

/**
 * Finds a ready upload of the account. A pending one is checked now, by its workflow.
 * @throws {Refusal} NOT_FOUND for an unknown or foreign id; VALIDATION_ERROR when no acceptable
 * file has arrived or the upload has expired; RATE_LIMITED when its bytes exceed the allowance;
 * UNAVAILABLE when no worker answers
 */
export async function findReadyUpload(
  deps: FindUploadDeps,
  accountId: string,
  id: string,
): Promise<ReadyUpload> {
  const row = await findVisible(deps.db, accountId, id);
  if (isReady(row)) return row;
  const pending = await deps.db.manager.findOneBy(WorkflowStart, { workflowId: id });
  const outcome = await deps.temporal.finalise(pending ?? uploadWorkflow(row));
  if (outcome === 'no_answer') {
    throw new Refusal('UNAVAILABLE', {
      message: 'No worker answered in time. The check goes on: ask again.',
      headers: { 'Retry-After': '2' },
    });
  }
  if (outcome !== 'closed' && outcome.outcome === 'refused') throw refuseFile(outcome.message);
  if (outcome !== 'closed' && outcome.outcome === 'over_allowance') {
    throw new Refusal('RATE_LIMITED', {
      message: outcome.message,
      details: { code: 'UPLOAD_ALLOWANCE' },
      headers: { 'Retry-After': outcome.retryAfter },
    });
  }
  const now = await findVisible(deps.db, accountId, id);
  if (isReady(now)) return now;
  throw refuseFile('No acceptable file arrived within 15 minutes. Create a new upload.');
}

/**
 * The same without effects: the staged file of a pending upload is looked at, and stays there.
 * @param expectRoom refuses bytes that the daily allowance has no room for
 * @throws {Refusal} as `findReadyUpload`, except UNAVAILABLE, because no worker takes part
 */
export async function lookAtUpload(
  { db, store, fileCheck }: ServiceFileDeps,
  accountId: string,
  id: string,
  expectRoom: (bytes: number) => Promise<void>,
): Promise<KnownUpload> {
  const row = await findVisible(db, accountId, id);
  if (row.status === 'ready' || row.stagingKey === null) return row;
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
 * Finds the row as the caller may see it. An expired upload is refused at once, even before the
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
