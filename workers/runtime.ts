import { randomInt } from 'node:crypto';
import { Runtime, type RuntimeOptions } from '@temporalio/worker';
import type { Deps } from '../runtime/deps.js';
import type { ReadMetrics } from '../runtime/serve-metrics.js';
import { createTemporalLogger } from './temporal-log.js';

/**
 * Below the range of ports for outgoing connections, and away from the ports of tests and defaults.
 */
const PORT_FROM = 12_000;
const PORT_TO = 20_000;
const TRIES_MAX = 20;
/**
 * Seconds of queue lag: the SDK's buckets have a gap from 10 to 100, where our alerts have
 * thresholds.
 */
const LAG_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 1_800];

/** The SDK answers within milliseconds; a scrape must not wait for one that hangs. */
const READ_MS = 1_000;

/** The SDK's lines go through our log, as JSON and without sensitive values. */
const LOGGING = { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } as const;

/**
 * Sets up the part of the SDK that all workers of this process share. Call it once, before creating
 * workers.
 * @returns a function that reads the SDK's metrics for `/metrics`; null without `/metrics`
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
 * The SDK can only serve its metrics on a port. It is bound to loopback and read only by this
 * process, so any free port works.
 */
function installWithMetrics(options: RuntimeOptions, service: string): ReadMetrics {
  for (let tries = 1; ; tries += 1) {
    const address = `127.0.0.1:${randomInt(PORT_FROM, PORT_TO)}`;
    const metrics = {
      globalTags: { service },
      attachServiceName: false,
      // Names as in Temporal's documentation, so that its dashboards work; times in seconds.
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
