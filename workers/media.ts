import { availableParallelism } from 'node:os';
import { createSubjectActivities } from '../activities/subjects.js';
import { createPortraitActivities } from '../activities/portraits.js';
import { createMediaActivities } from '../activities/media.js';
import { createUploadActivities } from '../activities/uploads.js';
import { QUEUES } from '../domain/catalogue/queues.js';
import { runWorkers } from './run.js';

/** Upstream calls at once: they only wait, so they share no slots with what needs a core. */
const UPSTREAM_SLOTS = 200;
/** Files that are read or copied at once. */
const FILES_SLOTS = 8;

/** Process: generation and storage, a worker for each queue. */
await runWorkers({
  service: 'media',
  workers: async (deps) => {
    await deps.store.ensureBucket();
    const activities = {
      ...createMediaActivities(deps),
      ...createUploadActivities(deps),
      ...createSubjectActivities(deps),
      ...createPortraitActivities(deps),
    };
    const slots = {
      [QUEUES.render]: Math.max(2, availableParallelism()),
      [QUEUES.upstream]: UPSTREAM_SLOTS,
      [QUEUES.files]: FILES_SLOTS,
    };
    return Object.entries(slots).map(([taskQueue, maxConcurrentActivityTaskExecutions]) => ({
      taskQueue,
      activities,
      maxConcurrentActivityTaskExecutions,
    }));
  },
});
