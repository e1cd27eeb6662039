import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';

/**
 * Returns the current trace context in W3C format, `00-<trace>-<span>-<flags>`; null unless tracing
 * is on and a span is open.
 */
export function readTraceparent(): string | null {
  return readTraceHeaders().traceparent ?? null;
}

/**
 * Returns the trace context as request headers; empty if there is none. Our callers' headers are
 * not forwarded.
 */
export function readTraceHeaders(): { traceparent?: string } {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  const { traceparent } = carrier;
  return traceparent === undefined ? {} : { traceparent };
}

/** Runs `work` under a trace context that was received, or outside any trace. */
export function runUnderTraceparent<T>(traceparent: string | null, work: () => T): T {
  const carrier = traceparent === null ? {} : { traceparent };
  return context.with(propagation.extract(ROOT_CONTEXT, carrier), work);
}
