import { availableParallelism } from 'node:os';
import { createSubjectActivities } from '../activities/subjects.js';
import { createMediaActivities } from '../activities/media.js';
import { createUploadActivities } from '../activities/uploads.js';
import { QUEUES } from '../domain/catalogue/queues.js';
import { runWorker } from './run.js';

/** Process: generation and storage. Rendering is CPU work, so few slots; what waits stays queued. */
await runWorker({
  service: 'media',
  worker: async (deps) => {
    await deps.store.ensureBucket();
    return {
      taskQueue: QUEUES.media,
      activities: {
        ...createMediaActivities(deps),
        ...createUploadActivities(deps),
        ...createSubjectActivities(deps),
      },
      maxConcurrentActivityTaskExecutions: Math.max(2, availableParallelism()),
    };
  },
});
