import { MEDIA } from './media-workers.js';
import { ORCHESTRATOR } from './orchestrator-workers.js';
import { OUTBOUND } from './outbound-workers.js';
import { runWorkers } from './run.js';

// Runs all kinds of workers in one process, for `npm start`: docs/decisions/0025.
await runWorkers('workers', [ORCHESTRATOR, MEDIA, OUTBOUND]);
