import { ApplicationFailure } from '@temporalio/activity';
import { StorageUnavailable } from '../domain/ports/object-store.js';
import { confirmUpload, type ConfirmDeps } from '../domain/uploads/confirm-upload.js';
import { sweepUploads, type SweepDeps } from '../domain/uploads/sweep-uploads.js';
import type { FinaliseOutcome } from '../domain/catalogue/runs.js';
import { alive } from './heartbeat.js';

export type UploadDeps = ConfirmDeps & SweepDeps;

const CHECK_DEADLINE_MS = 170_000;
const SWEEP_DEADLINE_MS = 110_000;

/** Elsewhere the workflow decides about a store that is away; here Temporal just repeats the step. */
async function repeatable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    throw ApplicationFailure.retryable('The object store did not answer.', 'StorageUnavailable');
  }
}

/** Checks of uploaded files, and their expiry. */
export function createUploadActivities(deps: UploadDeps) {
  return {
    async confirmUpload({ uploadId }: { uploadId: string }): Promise<FinaliseOutcome> {
      return alive(CHECK_DEADLINE_MS, () => repeatable(confirmUpload(deps, uploadId)));
    },

    /** @returns uploads and stray objects removed */
    async sweepUploads(): Promise<{ uploads: number; objects: number }> {
      return alive(SWEEP_DEADLINE_MS, () => repeatable(sweepUploads(deps)));
    },
  };
}

export type UploadActivities = ReturnType<typeof createUploadActivities>;
