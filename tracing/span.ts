import {
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanKind,
} from '@opentelemetry/api';

/** A no-op until runtime/tracing.ts has loaded an SDK. */
const tracer = trace.getTracer('media-generation-platform');

/**
 * Attributes of a span: ids, kinds and numbers. Never a text of a caller or an upstream, and never
 * a URL: its path may give access to a file, and its query may contain a signature.
 */
export interface SpanFacts {
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
}

/** Runs work inside a span, which ends with it. */
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

/** Marks a span as failed with only the kind of the failure: its message may repeat a prompt. */
export function failSpan(span: Span, kind: string): void {
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const KIND = /^[\w.$-]{1,60}$/;

/** The kind of a failure: its own `kind`, `reason` or `type`, else the name of its class. */
function describeFailureKind(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { kind, reason, type } = error as { kind?: unknown; reason?: unknown; type?: unknown };
  const named = [kind, reason, type].find((name) => typeof name === 'string' && KIND.test(name));
  return typeof named === 'string' ? named : error.name;
}
