import { Worker, type WorkerOptions } from '@temporalio/worker';
import { createDeps, type Deps } from '../runtime/deps.js';
import type { Service } from '../runtime/database.js';
import { loadEnv } from '../runtime/env.js';
import { serveMetrics } from '../runtime/serve-metrics.js';
import { endOnUncaught } from '../runtime/uncaught.js';
import { connectWorkers } from './connect.js';
import { installRuntime } from './runtime.js';
import { traceOptions } from './trace-steps.js';
import { commonOptions, findGrace } from './worker-options.js';

/** What one worker process adds to the common code. */
export interface WorkerProcess {
  readonly service: Extract<Service, 'orchestrator' | 'media' | 'outbound'>;
  /** The workers of the process, one for each queue that it serves. */
  workers(deps: Deps): Promise<readonly WorkerOptions[]>;
  /** Work beside the workers; the function that it returns ends it. */
  beside?(deps: Deps): () => Promise<void>;
}

/** Runs workers until SIGINT or SIGTERM, drains them, and closes everything. */
export async function runWorkers(process_: WorkerProcess): Promise<void> {
  const env = loadEnv();
  const deps = await createDeps(env, process_.service);
  endOnUncaught(deps.log);
  const sdkMetrics = installRuntime(deps, process_.service);
  const connection = await connectWorkers(env);
  const metrics = serveMetrics(deps.metrics, env, sdkMetrics);
  const common = { connection, ...commonOptions(env), ...traceOptions(deps) };
  const workers: Worker[] = [];
  for (const own of await process_.workers(deps)) {
    const shutdownGraceTime = findGrace(own.taskQueue);
    workers.push(await Worker.create({ ...common, shutdownGraceTime, ...own }));
  }
  const endBeside = process_.beside?.(deps);
  deps.log.info('ready');
  process.send?.('ready');
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => deps.stopping.abort());
  await Promise.all(workers.map((worker) => worker.run()));
  await endBeside?.();
  metrics?.close();
  await connection.close();
  await deps.close();
  deps.log.info('stopped');
  process.disconnect?.();
}
