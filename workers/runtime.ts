import { Runtime } from '@temporalio/worker';
import type { Deps } from '../runtime/deps.js';
import { createTemporalLogger } from './temporal-log.js';

/** Sets up the part of the SDK that all workers of this process share; once, before any of them. */
export function installRuntime({ log }: Pick<Deps, 'log'>): void {
  Runtime.install({ logger: createTemporalLogger(log), shutdownSignals: ['SIGINT', 'SIGTERM'] });
}
