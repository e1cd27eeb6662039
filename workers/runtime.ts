import { randomInt } from 'node:crypto';
import { Runtime, type RuntimeOptions } from '@temporalio/worker';
import type { Deps } from '../runtime/deps.js';
import type { ReadMetrics } from '../runtime/serve-metrics.js';
import { createTemporalLogger } from './temporal-log.js';

/**
 * Lowest port to try: below the range for outgoing connections, and away from test and default
 * ports.
 */
const PORT_FROM = 12_000;
const PORT_TO = 20_000;
const TRIES_MAX = 20;
/**
 * Histogram buckets for queue lag in seconds: the SDK's buckets have a gap from 10 to 100, where
 * our alerts have thresholds.
 */
const LAG_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 1_800];

/**
 * Timeout in milliseconds: the SDK normally responds within milliseconds, and a scrape must not
 * wait if it hangs.
 */
const READ_MS = 1_000;

/** The SDK's lines go through our log, as JSON and without sensitive values. */
const LOGGING = { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } as const;

/**
 * Sets up the part of the SDK that all workers in this process share. Call it once, before creating
 * workers.
 * @returns a function that reads the SDK's metrics for `/metrics`; null if `/metrics` is disabled
 */
export function installRuntime(
  { env, log }: Pick<Deps, 'env' | 'log'>,
  service: string,
): ReadMetrics | null {
  const options: RuntimeOptions = {
    logger: createTemporalLogger(log),
    shutdownSignals: ['SIGINT', 'SIGTERM'],
    telemetryOptions: { logging: LOGGING },
  };
  if (env.metricsPort !== 0) return installWithMetrics(options, service);
  Runtime.install(options);
  return null;
}

/**
 * Reads the SDK's metrics from a port, which the SDK requires. The port is bound to loopback and
 * only this process reads it, so any free port works.
 */
function installWithMetrics(options: RuntimeOptions, service: string): ReadMetrics {
  for (let tries = 1; ; tries += 1) {
    const address = `127.0.0.1:${randomInt(PORT_FROM, PORT_TO)}`;
    const metrics = {
      globalTags: { service },
      attachServiceName: false,
      // Metric names match Temporal's documentation, so that its dashboards work; times are in
      // seconds.
      prometheus: {
        bindAddress: address,
        useSecondsForDurations: true,
        histogramBucketOverrides: {
          activity_schedule_to_start_latency: LAG_BUCKETS,
          workflow_task_schedule_to_start_latency: LAG_BUCKETS,
        },
      },
    };
    try {
      Runtime.install({ ...options, telemetryOptions: { ...options.telemetryOptions, metrics } });
      return () => readMetrics(address);
    } catch (error) {
      const isTaken = error instanceof Error && /address already in use/i.test(error.message);
      if (!isTaken || tries === TRIES_MAX) throw error;
    }
  }
}

async function readMetrics(address: string): Promise<string> {
  const answer = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(READ_MS) });
  return answer.text();
}
