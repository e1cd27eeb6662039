import { NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Log } from '../runtime/log.js';
import { createDeps, type Deps, type Service } from '../runtime/deps.js';
import { loadEnv } from '../runtime/env.js';
import { serveMetrics } from '../runtime/metrics.js';
import { endOnUncaught } from '../runtime/uncaught.js';

/** Time for running activities to finish when the worker stops; by default there is none. */
export const SHUTDOWN_GRACE_MS = 30_000;

/** What one worker process adds to the common code. */
export interface WorkerProcess {
  readonly service: Extract<Service, 'orchestrator' | 'media' | 'outbound'>;
  worker(deps: Deps): Promise<WorkerOptions>;
  /** Work beside the worker; the function that it returns ends it. */
  beside?(deps: Deps): () => Promise<void>;
}

/** Runs a worker until SIGINT or SIGTERM, drains it, and closes everything. */
export async function runWorker(process_: WorkerProcess): Promise<void> {
  const env = loadEnv();
  const deps = await createDeps(env, process_.service);
  endOnUncaught(deps.log);
  Runtime.install({
    logger: createTemporalLogger(deps.log),
    shutdownSignals: ['SIGINT', 'SIGTERM'],
  });
  const connection = await NativeConnection.connect({ address: env.temporalAddress });
  const metrics = serveMetrics(deps.metrics, env.metricsHost, env.metricsPort);
  const worker = await Worker.create({
    connection,
    namespace: env.temporalNamespace,
    shutdownGraceTime: SHUTDOWN_GRACE_MS,
    ...(await process_.worker(deps)),
  });
  const endBeside = process_.beside?.(deps);
  deps.log.info('ready');
  process.send?.('ready');
  await worker.run();
  await endBeside?.();
  metrics?.close();
  await connection.close();
  await deps.close();
  deps.log.info('stopped');
  process.disconnect?.();
}

/**
 * A warning of the SDK at each start of a worker that has only activities, which we intend.
 */
const ACTIVITIES_ONLY = 'No workflows registered';

/** Writes Temporal's own lines in our format; its info lines help only while debugging. */
function createTemporalLogger(log: Log) {
  const writerOf =
    (level: 'debug' | 'warn' | 'error') =>
    (message: string, meta?: object): void =>
      log[level]({ ...meta }, message);
  const warn = (message: string, meta?: object): void =>
    writerOf(message.startsWith(ACTIVITIES_ONLY) ? 'debug' : 'warn')(message, meta);
  return {
    log: (level: string, message: string, meta?: object) =>
      (level === 'ERROR' ? writerOf('error') : level === 'WARN' ? warn : writerOf('debug'))(
        message,
        meta,
      ),
    trace: writerOf('debug'),
    debug: writerOf('debug'),
    info: writerOf('debug'),
    warn,
    error: writerOf('error'),
  };
}
