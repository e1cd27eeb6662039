import { NativeConnection } from '@temporalio/worker';
import type { Env } from '../runtime/env.js';
import { connectionOptions } from '../runtime/temporal-connection.js';

/** Connects workers to Temporal. @throws when it does not answer */
export function connectWorkers(env: Env): Promise<NativeConnection> {
  return NativeConnection.connect(connectionOptions(env));
}
