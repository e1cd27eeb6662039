import { MEDIA } from './media-workers.js';
import { runWorkers } from './run.js';

await runWorkers('media', [MEDIA]);
