import { availableParallelism } from 'node:os';
import { createSubjectActivities } from '../activities/subjects.js';
import { createMediaActivities } from '../activities/media.js';
import { createUploadActivities } from '../activities/uploads.js';
import { QUEUES } from '../domain/catalogue/queues.js';
import { runWorkers } from './run.js';

/**
 * Process: generation and storage. Rendering needs the CPU, so it has few slots; the rest queues.
 */
await runWorkers({
  service: 'media',
  workers: async (deps) => {
    await deps.store.ensureBucket();
    return [
      {
        taskQueue: QUEUES.media,
        activities: {
          ...createMediaActivities(deps),
          ...createUploadActivities(deps),
          ...createSubjectActivities(deps),
        },
        maxConcurrentActivityTaskExecutions: Math.max(2, availableParallelism()),
      },
    ];
  },
});
