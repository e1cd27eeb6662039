import { confirmUpload, type ConfirmDeps } from '../domain/uploads/confirm-upload.js';
import { sweepUploads, type SweepDeps } from '../domain/uploads/sweep-uploads.js';
import type { FinaliseOutcome } from '../domain/catalogue/runs.js';
import { leaveToTemporal } from './failures.js';
import { alive } from './heartbeat.js';

export type UploadDeps = ConfirmDeps & SweepDeps;

const CHECK_DEADLINE_MS = 170_000;
const SWEEP_DEADLINE_MS = 110_000;

/** Checks of uploaded files, and their expiry. */
export function createUploadActivities(deps: UploadDeps) {
  return {
    async confirmUpload({ uploadId }: { uploadId: string }): Promise<FinaliseOutcome> {
      return alive(CHECK_DEADLINE_MS, () => confirmUpload(deps, uploadId).catch(leaveToTemporal));
    },

    /** @returns uploads and stray objects removed */
    async sweepUploads(): Promise<{ uploads: number; objects: number }> {
      return alive(SWEEP_DEADLINE_MS, () => sweepUploads(deps).catch(leaveToTemporal));
    },
  };
}

export type UploadActivities = ReturnType<typeof createUploadActivities>;
