import { hostname } from 'node:os';
import { context, diag, DiagLogLevel, propagation, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FinishedRun } from '../domain/catalogue/traced-run.js';
import { failSpan } from '../tracing/span.js';
import { runUnderTraceparent } from '../tracing/trace-context.js';
import type { TracesEnv } from './env-telemetry.js';
import type { Log } from './log.js';
import type { Tracing } from './tracing.js';

/** Maximum number of spans buffered while the collector is down; further spans are dropped. */
const WAITING_MAX = 2_048;
const BATCH_MAX = 512;
const SEND_EVERY_MS = 2_000;
/** Timeout in milliseconds for one batch, and for the last batch at shutdown. */
const SEND_MS = 3_000;

/** Generates random span ids, except for a span whose id is set in `next`. */
class SpanIds extends RandomIdGenerator {
  next: string | null = null;

  override generateSpanId(): string {
    const id = this.next ?? super.generateSpanId();
    this.next = null;
    return id;
  }
}

/** Registers an OpenTelemetry SDK that exports spans to the collector. */
export function startExport(env: TracesEnv, service: string, log: Log): Tracing {
  const ids = new SpanIds();
  const exporter = new OTLPTraceExporter({
    url: `${env.endpoint}/v1/traces`,
    headers: { ...env.headers },
    timeoutMillis: SEND_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'media-generation-platform',
      'service.name': service,
      'service.instance.id': `${hostname()}-${process.pid}`,
    }),
    // Samples by trace id only, so that all processes decide alike and callers cannot decide for
    // us.
    sampler: new TraceIdRatioBasedSampler(env.ratio),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: WAITING_MAX,
        maxExportBatchSize: BATCH_MAX,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_MS,
      }),
    ],
  });
  const warn = (text: string): void => log.warn({ about: 'tracing' }, text);
  const ignoreMessage = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignoreMessage, debug: ignoreMessage, verbose: ignoreMessage },
    DiagLogLevel.WARN,
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    recordRun: (run) => recordRun(ids, run),
    stop: () => waitAtMost(provider.shutdown(), SEND_MS),
  };
}

function recordRun(ids: SpanIds, run: FinishedRun): void {
  const { workflowType, workflowId, traceparent, spanId, failure } = run;
  const span = runUnderTraceparent(traceparent, () => {
    ids.next = spanId;
    return trace.getTracer('media-generation-platform').startSpan(`RunWorkflow ${workflowType}`, {
      kind: SpanKind.INTERNAL,
      startTime: run.startedAtMs,
      attributes: { 'temporal.workflow_id': workflowId },
    });
  });
  if (failure !== null) failSpan(span, failure);
  span.end(run.endedAtMs);
}

/** Waits for work that may fail, but no longer than a time limit. */
async function waitAtMost(work: Promise<void>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([work.catch(() => undefined), late.promise]);
  clearTimeout(timer);
}
