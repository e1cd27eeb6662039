import {
  confirmUpload,
  refuseStopper,
  type ConfirmDeps,
} from '../domain/uploads/confirm-upload.js';
import { sweepUploads, type SweepDeps } from '../domain/uploads/sweep-uploads.js';
import type { FinaliseOutcome } from '../domain/catalogue/runs.js';
import { sweepOutputs } from '../domain/generations/sweep-outputs.js';
import { leaveToTemporal, buildStoreUnavailable } from './failures.js';
import { keepAlive } from './keep-alive.js';
import { LOST_WORKERS_MAX } from './lost-workers.js';

export type UploadDeps = ConfirmDeps & SweepDeps;

/** Creates the steps that check uploaded files and delete expired ones. */
export function createUploadActivities(deps: UploadDeps) {
  return {
    async confirmUpload({ uploadId }: { uploadId: string }): Promise<FinaliseOutcome> {
      return keepAlive(({ signal, lost }) => {
        const check =
          lost < LOST_WORKERS_MAX
            ? confirmUpload(deps, uploadId, signal)
            : refuseStopper(deps, uploadId);
        return check.catch(leaveToTemporal);
      }, buildStoreUnavailable);
    },

    /** @returns the number of removed uploads, and of removed objects that had no record */
    async sweepUploads(): Promise<{ uploads: number; objects: number }> {
      return keepAlive(() => sweep(deps).catch(leaveToTemporal));
    },
  };
}

async function sweep(deps: SweepDeps): Promise<{ uploads: number; objects: number }> {
  const { uploads, objects } = await sweepUploads(deps);
  return { uploads, objects: objects + (await sweepOutputs(deps)) };
}

export type UploadActivities = ReturnType<typeof createUploadActivities>;
