import type { WorkerOptions } from '@temporalio/worker';
import { checkSigningKey } from '../activities/check-at-start.js';
import { createMediaActivities, type MediaDeps } from '../activities/media.js';
import type { SubjectDeps } from '../activities/analyse-subject.js';
import { createPortraitActivities, type PortraitDeps } from '../activities/portraits.js';
import { createPublishActivities, type PublishCallDeps } from '../activities/publish-calls.js';
import { createResignActivities } from '../activities/resign.js';
import { createSubjectActivities } from '../activities/subjects.js';
import { createTokenActivities, type TokenDeps } from '../activities/tokens.js';
import { createUploadActivities, type UploadDeps } from '../activities/uploads.js';
import { QUEUES, type MediaQueue } from '../domain/catalogue/queues.js';
import type { WorkersEnv } from '../runtime/env-workers.js';
import type { WorkerKind } from './run.js';
import { createWaitingTuner } from './worker-options.js';

/**
 * Lists a media process's workers, one for each queue that it serves. All workers register all
 * activities: only the workflow chooses the queue of a step.
 */
export function listMediaWorkers(
  deps: MediaDeps & UploadDeps & SubjectDeps & PortraitDeps & TokenDeps & PublishCallDeps,
  { workerQueues, slots }: Pick<WorkersEnv, 'workerQueues' | 'slots'>,
): WorkerOptions[] {
  const activities = {
    ...createMediaActivities(deps),
    ...createUploadActivities(deps),
    ...createSubjectActivities(deps),
    ...createPortraitActivities(deps),
    ...createTokenActivities(deps),
    ...createPublishActivities(deps),
    ...createResignActivities(deps),
  };
  const own: Record<MediaQueue, WorkerOptions[]> = {
    render: [work(QUEUES.render, slots.render)],
    upstream: [
      { taskQueue: QUEUES.upstream, activities, tuner: createWaitingTuner(slots.upstream) },
    ],
    files: [work(QUEUES.files, slots.files)],
  };
  return workerQueues.flatMap((queue) => own[queue]);

  function work(taskQueue: string, maxConcurrentActivityTaskExecutions: number): WorkerOptions {
    return { taskQueue, activities, maxConcurrentActivityTaskExecutions };
  }
}

/** Workers for generation, storage, uploads and posts. */
export const MEDIA: WorkerKind = {
  workers: async (deps) => {
    await checkSigningKey(deps);
    await deps.store.ensureBucket();
    return listMediaWorkers(deps, deps.env);
  },
};
