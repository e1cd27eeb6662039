import { HTTP, type EnvReader } from './env-reader.js';

/** Settings for metrics and traces. */
export interface TelemetryEnv {
  /** Network interface for /metrics, which only operators may reach. */
  readonly metricsHost: string;
  readonly metricsPort: number;
  /** If null, tracing is disabled and its code is not loaded. */
  readonly traces: TracesEnv | null;
}

/** A collector that accepts traces as OTLP over HTTP. */
export interface TracesEnv {
  /** URL without `/v1/traces`, as in the OpenTelemetry specification. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The fraction of traces that are recorded. */
  readonly ratio: number;
}

export function readTelemetry(read: EnvReader): TelemetryEnv {
  const endpoint = read.optional('OTEL_EXPORTER_OTLP_ENDPOINT')
    ? read.url('OTEL_EXPORTER_OTLP_ENDPOINT', HTTP)
    : null;
  const headers = read.list('OTEL_EXPORTER_OTLP_HEADERS').map(parseHeader);
  // The message never contains the value, which includes the collector's key.
  if (headers.includes(null)) {
    read.problems.push('OTEL_EXPORTER_OTLP_HEADERS takes a comma-separated list of name=value');
  }
  const ratio = read.number('OTEL_TRACES_SAMPLER_ARG', 1, 0, 1);
  const given = Object.fromEntries(headers.filter((header) => header !== null));
  return {
    metricsHost: read.text('METRICS_HOST', '127.0.0.1'),
    metricsPort: read.port('METRICS_PORT', 9464),
    traces: endpoint === null ? null : { endpoint, headers: given, ratio },
  };
}

/** Header values are URL-encoded: `Authorization=Basic%20abc`. */
function parseHeader(text: string): [name: string, value: string] | null {
  const at = text.indexOf('=');
  if (at < 1) return null;
  try {
    return [text.slice(0, at).trim(), decodeURIComponent(text.slice(at + 1).trim())];
  } catch {
    return null;
  }
}
