import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';

/**
 * The place in a trace at which the running code is, as W3C Trace Context writes it:
 * `00-<trace>-<span>-<flags>`. Null unless tracing is on and a span is open.
 */
export function readTraceparent(): string | null {
  return readTraceHeaders().traceparent ?? null;
}

/** The same as headers of a request; empty when there is none. What callers sent stays here. */
export function readTraceHeaders(): { traceparent?: string } {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  const { traceparent } = carrier;
  return traceparent === undefined ? {} : { traceparent };
}

/** Does work at a place in a trace that was noted elsewhere, or outside of any. */
export function underTraceparent<T>(traceparent: string | null, work: () => T): T {
  const carrier = traceparent === null ? {} : { traceparent };
  return context.with(propagation.extract(ROOT_CONTEXT, carrier), work);
}
