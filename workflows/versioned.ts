import { setWorkflowOptions, type Workflow } from '@temporalio/workflow';
import {
  chargeFees,
  followPublication,
  pruneRequests,
  pruneWebhooks,
  publishPost,
  reconcile,
  refreshTokens,
  sweepUploads,
} from './index.js';

/**
 * All workflows, for workers with a build id (WORKER_BUILD_ID). Runs that wait longer than a build
 * is kept, and rounds of maintenance, move to the newest build. Temporal stores the behaviour that
 * each task reports, so every worker with a build must report it, also after a replay. It rejects
 * tasks of workers without a build that report it, so such workers load `index.ts`.
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
];
for (const workflow of UPGRADED) {
  setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, workflow);
}
