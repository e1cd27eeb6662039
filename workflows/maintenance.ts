import { proxyActivities } from '@temporalio/workflow';
import type { UploadActivities } from '../activities/uploads.js';
import { upkeep } from './policies.js';

const files = proxyActivities<UploadActivities>(upkeep);

/** Run by a schedule: removes expired uploads and objects that nothing names. */
export async function sweepUploads(): Promise<{ uploads: number; objects: number }> {
  return files.sweepUploads.executeWithOptions({ summary: 'remove what has expired' }, []);
}
