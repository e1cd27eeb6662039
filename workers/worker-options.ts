import type { WorkerOptions } from '@temporalio/worker';
import type { Env } from '../runtime/env.js';
import { converterOptions } from '../runtime/temporal-connection.js';

/** Time for running activities to finish when the worker stops; by default there is none. */
export const SHUTDOWN_GRACE_MS = 30_000;

/** What every worker is told, whatever it runs. */
export function commonOptions(
  env: Env,
): Pick<WorkerOptions, 'namespace' | 'shutdownGraceTime' | 'dataConverter'> {
  return {
    namespace: env.temporalNamespace,
    shutdownGraceTime: SHUTDOWN_GRACE_MS,
    ...converterOptions(env),
  };
}
