import { Worker, type WorkerOptions, NativeConnection } from '@temporalio/worker';
import { createDeps, type Deps } from '../runtime/deps.js';
import type { Service } from '../runtime/database.js';
import { loadEnv, type Env } from '../runtime/env.js';
import { serveMetrics } from '../runtime/serve-metrics.js';
import { endOnUncaught } from '../runtime/log.js';
import { installRuntime } from './runtime.js';
import { traceOptions } from './trace-steps.js';
import { buildCommonOptions, findGrace } from './worker-options.js';
import { buildConnectionOptions } from '../runtime/temporal-connection.js';

/** Defines one kind of worker. */
export interface WorkerKind {
  /** Returns the workers, one for each queue that this kind serves. */
  workers(deps: Deps): Promise<readonly WorkerOptions[]>;
  /** Work that runs alongside the workers; the returned function stops it. */
  alongside?(deps: Deps): () => Promise<void>;
}

/**
 * Runs workers until SIGINT or SIGTERM, drains them, and closes everything.
 * @param service the process's name in logs, metrics and traces
 * @param kinds the kinds of workers to run
 */
export async function runWorkers(
  service: Exclude<Service, 'api' | 'admin'>,
  kinds: readonly WorkerKind[],
): Promise<void> {
  const env = loadEnv();
  const deps = await createDeps(env, service);
  endOnUncaught(deps.log);
  const sdkMetrics = installRuntime(deps, service);
  const connection = await connectWorkers(env);
  const metrics = serveMetrics(deps.metrics, env, sdkMetrics);
  const common = { connection, ...buildCommonOptions(env), ...traceOptions(deps) };
  const workers: Worker[] = [];
  const options = await Promise.all(kinds.map((kind) => kind.workers(deps)));
  for (const own of options.flat()) {
    const shutdownGraceTime = findGrace(own.taskQueue);
    workers.push(await Worker.create({ ...common, shutdownGraceTime, ...own }));
  }
  const ends = kinds.flatMap((kind) => kind.alongside?.(deps) ?? []);
  deps.log.info('ready');
  process.send?.('ready');
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => deps.stopping.abort());
  await Promise.all(workers.map((worker) => worker.run()));
  await Promise.all(ends.map((end) => end()));
  metrics?.close();
  await connection.close();
  await deps.close();
  deps.log.info('stopped');
  process.disconnect?.();
}

/**
 * Connects workers to Temporal.
 * @throws if Temporal does not respond
 */
export function connectWorkers(env: Env): Promise<NativeConnection> {
  return NativeConnection.connect(buildConnectionOptions(env));
}
