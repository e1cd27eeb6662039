import { createServer, type Server } from 'node:http';
import type { TelemetryEnv } from './env-telemetry.js';
import type { Metrics } from './metrics.js';

/** Reads additional metrics of this process, in Prometheus format. */
export type ReadMetrics = () => Promise<string>;

/**
 * Serves `/metrics` and `/healthz` on a private port; port 0 disables it.
 * @param readMore reads additional process metrics for the same page
 */
export function serveMetrics(
  metrics: Metrics,
  { metricsHost: host, metricsPort: port }: Pick<TelemetryEnv, 'metricsHost' | 'metricsPort'>,
  readMore: ReadMetrics | null = null,
): Server | null {
  if (port === 0) return null;
  const { registry } = metrics;
  const server = createServer((request, response) => {
    if (request.url === '/healthz') return void response.end('ok\n');
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    // If the SDK's metrics fail, we still serve our own; an alert reports that the SDK's are
    // missing (deploy/prometheus/alerts.yml).
    const more = readMore?.().catch(() => '');
    Promise.all([registry.metrics(), more]).then(
      ([own, others = '']) =>
        response.writeHead(200, { 'Content-Type': registry.contentType }).end(`${own}${others}`),
      () => response.writeHead(500).end(),
    );
  });
  return server.listen(port, host);
}
