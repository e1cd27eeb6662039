import { OUTBOUND } from './outbound-workers.js';
import { runWorkers } from './run.js';

await runWorkers('outbound', [OUTBOUND]);
