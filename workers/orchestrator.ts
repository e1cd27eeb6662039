import { ORCHESTRATOR } from './orchestrator-workers.js';
import { runWorkers } from './run.js';

await runWorkers('orchestrator', [ORCHESTRATOR]);
