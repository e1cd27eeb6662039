import { channel } from 'node:diagnostics_channel';
import { SpanKind } from '@opentelemetry/api';
import { failSpan, withSpan } from '../../tracing/span.js';
import { readTraceHeaders } from '../../tracing/trace-context.js';

/** Labels of an upstream request for metrics: a small, fixed set. */
export interface UpstreamCall {
  /** The provider or platform, or the host of the server that runs the model. */
  readonly provider: string;
  readonly operation:
    | 'submit'
    | 'poll'
    | 'cancel'
    | 'upload'
    | 'chat'
    | 'moderate'
    | 'speak'
    | 'oauth'
    | 'draft'
    | 'commit'
    | 'read'
    | 'watermark';
}

/** `ok`, the kind of refusal by status, or the reason why there was no response. */
export type CallOutcome =
  | 'ok'
  | 'rejected'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'no_answer'
  | 'given_up';

/** A finished call, as published on the channel. */
export interface FinishedCall extends UpstreamCall {
  readonly outcome: CallOutcome;
  readonly seconds: number;
}

/**
 * Publishes every finished call. Metrics subscribe to this channel, so adapters do not depend on
 * them.
 */
export const UPSTREAM_CALLS = channel('media-generation-platform:upstream-call');

const classifyStatus = (status: number): CallOutcome => {
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'rejected' : 'ok';
};

/**
 * Makes a call inside its own span and publishes its outcome.
 * @param send receives the headers that pass the trace context to the upstream
 * @param readFailure returns the reason why there was no response
 */
export async function observeCall<T extends { readonly status: number }>(
  { provider, operation }: UpstreamCall,
  { method, url }: { readonly method: string; readonly url: string },
  send: (headers: { traceparent?: string }) => Promise<T>,
  readFailure: (error: unknown) => CallOutcome,
): Promise<T> {
  const began = performance.now();
  const publishOutcome = (outcome: CallOutcome): void => {
    const seconds = (performance.now() - began) / 1_000;
    UPSTREAM_CALLS.publish({ provider, operation, outcome, seconds } satisfies FinishedCall);
  };
  const attributes = {
    'media.provider': provider,
    'media.operation': operation,
    'http.request.method': method,
    'server.address': URL.parse(url)?.hostname,
  };
  const facts = { kind: SpanKind.CLIENT, attributes };
  return withSpan(`${operation} ${provider}`, facts, async (span) => {
    try {
      const answer = await send(readTraceHeaders());
      const outcome = classifyStatus(answer.status);
      span.setAttribute('http.response.status_code', answer.status);
      if (outcome !== 'ok') failSpan(span, String(answer.status));
      publishOutcome(outcome);
      return answer;
    } catch (error) {
      publishOutcome(readFailure(error));
      throw error;
    }
  });
}
