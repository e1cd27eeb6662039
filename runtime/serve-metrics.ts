import { createServer, type Server } from 'node:http';
import type { TelemetryEnv } from './env-telemetry.js';
import type { Metrics } from './metrics.js';

/** Reads further metrics of this process, in the format of Prometheus. */
export type ReadMetrics = () => Promise<string>;

/**
 * Serves `/metrics` and `/healthz` on a private port; port 0 serves none.
 * @param readMore what else the process has to tell, on the same page
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
    // What is missing raises an alert of its own (deploy/prometheus/alerts.yml); ours must not be.
    const more = readMore?.().catch(() => '');
    Promise.all([registry.metrics(), more]).then(
      ([own, others = '']) =>
        response.writeHead(200, { 'Content-Type': registry.contentType }).end(`${own}${others}`),
      () => response.writeHead(500).end(),
    );
  });
  return server.listen(port, host);
}
