import { HTTP, type EnvReader } from './env-reader.js';

/** Who may read figures, and where traces go. */
export interface TelemetryEnv {
  /** The interface of /metrics, which is for operators alone. */
  readonly metricsHost: string;
  readonly metricsPort: number;
  /** Null: nothing is traced, and no code for it is loaded. */
  readonly traces: TracesEnv | null;
}

/** A collector that takes traces as OTLP over HTTP. */
export interface TracesEnv {
  /** Without `/v1/traces`, as the specification of OpenTelemetry has it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The part of all traces that is recorded. */
  readonly ratio: number;
}

export function readTelemetry(read: EnvReader): TelemetryEnv {
  const endpoint = read.optional('OTEL_EXPORTER_OTLP_ENDPOINT')
    ? read.url('OTEL_EXPORTER_OTLP_ENDPOINT', HTTP)
    : null;
  const headers = read.list('OTEL_EXPORTER_OTLP_HEADERS').map(parseHeader);
  // Never the text itself: it holds the key of the collector.
  if (headers.includes(null)) {
    read.problems.push('OTEL_EXPORTER_OTLP_HEADERS takes name=value, with commas between them');
  }
  const ratio = read.number('OTEL_TRACES_SAMPLER_ARG', 1, 0, 1);
  const given = Object.fromEntries(headers.filter((header) => header !== null));
  return {
    metricsHost: read.text('METRICS_HOST', '127.0.0.1'),
    metricsPort: read.port('METRICS_PORT', 9464),
    traces: endpoint === null ? null : { endpoint, headers: given, ratio },
  };
}

/** Values are written as in a URL: `Authorization=Basic%20abc`. */
function parseHeader(text: string): [name: string, value: string] | null {
  const at = text.indexOf('=');
  if (at < 1) return null;
  try {
    return [text.slice(0, at).trim(), decodeURIComponent(text.slice(at + 1).trim())];
  } catch {
    return null;
  }
}
