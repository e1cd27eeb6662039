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
 * All workflows, as a worker with a build runs them (WORKER_BUILD_ID). Runs that wait for longer
 * than a build is kept, and rounds of upkeep, go on with the newest build. Temporal stores what
 * each task says, so every worker with a build must say it, also after a replay. It refuses the
 * tasks of a worker without a build that say it, so such workers load `index.ts`.
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
