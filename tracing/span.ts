import {
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanKind,
} from '@opentelemetry/api';

/** Does nothing until runtime/tracing.ts has loaded an SDK. */
const tracer = trace.getTracer('media-generation-platform');

/**
 * A span's attributes: ids, kinds and numbers. Never the text of a caller or an upstream, and never
 * a URL: its path may give access to a file, and its query may contain a signature.
 */
export interface SpanFacts {
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
}

/** Runs `work` inside a span, which ends with the work. */
export function withSpan<T>(
  name: string,
  { kind, attributes }: SpanFacts,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, describeFailureKind(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Marks a span as failed and records only the failure's kind, because the message may repeat a
 * prompt.
 */
export function failSpan(span: Span, kind: string): void {
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const KIND = /^[\w.$-]{1,60}$/;

/** Returns a failure's kind: its own `kind`, `reason` or `type`, or else its class name. */
function describeFailureKind(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { kind, reason, type } = error as { kind?: unknown; reason?: unknown; type?: unknown };
  const named = [kind, reason, type].find((name) => typeof name === 'string' && KIND.test(name));
  return typeof named === 'string' ? named : error.name;
}
