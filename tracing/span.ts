import {
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanKind,
} from '@opentelemetry/api';

/** Does nothing, at the cost of a call, until runtime/tracing.ts has loaded an SDK. */
const tracer = trace.getTracer('media-generation-platform');

/**
 * What a span says of itself: ids, kinds and numbers. Never a text of a caller or an upstream, and
 * never an address: its path may open a file, and its query may hold a signature.
 */
export interface SpanFacts {
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
}

/** Does work inside a span, which ends with it. */
export function withSpan<T>(
  name: string,
  { kind, attributes }: SpanFacts,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, kindOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Marks a span as failed, by the kind of the failure alone: its message may repeat a prompt. */
export function failSpan(span: Span, kind: string): void {
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const KIND = /^[\w.$-]{1,60}$/;

/** What kind of failure it is: as it is named by its maker, else the name of its class. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { kind, reason, type } = error as { kind?: unknown; reason?: unknown; type?: unknown };
  const named = [kind, reason, type].find((name) => typeof name === 'string' && KIND.test(name));
  return typeof named === 'string' ? named : error.name;
}
