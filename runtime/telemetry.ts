import type { TelemetryEnv } from './env-telemetry.js';
import type { Log } from './log.js';
import { createMetrics, type Metrics } from './metrics.js';
import { startTracing, type Tracing } from './tracing.js';

/** A process's metrics and traces. */
export interface Telemetry {
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Sends the remaining traces. */
  readonly stop: () => Promise<void>;
}

export async function startTelemetry(
  { traces }: Pick<TelemetryEnv, 'traces'>,
  service: string,
  log: Log,
): Promise<Telemetry> {
  const metrics = createMetrics(service);
  const tracing = await startTracing(traces, service, log);
  return {
    metrics,
    tracing,
    async stop() {
      metrics.stop();
      await tracing.stop();
    },
  };
}
