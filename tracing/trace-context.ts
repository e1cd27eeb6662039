import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';

/**
 * The current trace context in W3C format, `00-<trace>-<span>-<flags>`. Null unless tracing is on
 * and a span is open.
 */
export function readTraceparent(): string | null {
  return readTraceHeaders().traceparent ?? null;
}

/**
 * The same as request headers; empty if there is none. Headers of our callers are not forwarded.
 */
export function readTraceHeaders(): { traceparent?: string } {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  const { traceparent } = carrier;
  return traceparent === undefined ? {} : { traceparent };
}

/** Runs work under a trace context from elsewhere, or outside any trace. */
export function runUnderTraceparent<T>(traceparent: string | null, work: () => T): T {
  const carrier = traceparent === null ? {} : { traceparent };
  return context.with(propagation.extract(ROOT_CONTEXT, carrier), work);
}
