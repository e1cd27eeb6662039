import type { WorkerOptions } from '@temporalio/worker';
import type { Env } from '../runtime/env.js';

/** Time for running activities to finish when the worker stops; by default there is none. */
export const SHUTDOWN_GRACE_MS = 30_000;

/** What every worker is told, whatever it runs. */
export function commonOptions({
  temporalNamespace,
}: Env): Pick<WorkerOptions, 'namespace' | 'shutdownGraceTime'> {
  return { namespace: temporalNamespace, shutdownGraceTime: SHUTDOWN_GRACE_MS };
}
