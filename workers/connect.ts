import { NativeConnection } from '@temporalio/worker';
import type { Env } from '../runtime/env.js';

/** Connects workers to Temporal. @throws when it does not answer */
export function connectWorkers({ temporalAddress }: Env): Promise<NativeConnection> {
  return NativeConnection.connect({ address: temporalAddress });
}
