import { setWorkflowOptions, type Workflow } from '@temporalio/workflow';
import {
  chargeFees,
  followPublication,
  pruneRequests,
  pruneWebhooks,
  publishPost,
  reconcile,
  refreshTokens,
  resignLibrary,
  sweepUploads,
} from './index.js';

/**
 * All workflows, for workers with a build id (WORKER_BUILD_ID). Runs that wait longer than a build
 * is kept, and maintenance rounds, move to the newest build. Temporal stores the behaviour that
 * each task reports, so every worker with a build must report it, even after a replay. It rejects
 * tasks from workers that report it but have no build, so such workers load `index.ts`.
 */
export * from './index.js';

const UPGRADED: readonly Workflow[] = [
  publishPost,
  followPublication,
  sweepUploads,
  pruneWebhooks,
  reconcile,
  pruneRequests,
  refreshTokens,
  chargeFees,
  resignLibrary,
];
for (const workflow of UPGRADED) {
  setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, workflow);
}
