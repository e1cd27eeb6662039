import { listMediaWorkers } from './media-workers.js';
import { runWorkers } from './run.js';

/** Process: generation and storage. */
await runWorkers({
  service: 'media',
  workers: async (deps) => {
    await deps.store.ensureBucket();
    return listMediaWorkers(deps, deps.env);
  },
});
