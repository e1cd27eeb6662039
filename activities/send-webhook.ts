import { SpanKind } from '@opentelemetry/api';
import type { PublicFetch } from '../adapters/egress/public-fetch.js';
import { UrlRefused, type RefusalReason } from '../adapters/egress/refusal.js';
import type { AttemptResult } from '../domain/webhooks/decide-next-attempt.js';
import type { ClaimedDelivery } from '../domain/webhooks/claim-attempt.js';
import {
  ANSWER_BYTES_MAX,
  ATTEMPT_DEADLINE_MS,
  EXCERPT_CHARACTERS,
} from '../domain/catalogue/webhook-times.js';
import type { DeliveryError } from '../domain/catalogue/delivery-states.js';
import { buildWebhookHeaders } from '../domain/contract/webhook-signature.js';
import { toStorable } from '../entities/storable.js';
import { failSpan, withSpan } from '../tracing/span.js';
import { readTraceHeaders } from '../tracing/trace-context.js';

export type WebhookPost = PublicFetch['post'];

/**
 * Maps the guard's reasons to the names in the delivery log. Each of these failures counts as an
 * attempt, except `exhausted`: this machine had no resources to send anything.
 */
const ERRORS: Record<Exclude<RefusalReason, 'exhausted'>, DeliveryError> = {
  timeout: 'timeout',
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  blocked_address: 'blocked_address',
  bad_url: 'blocked_address',
  redirect: 'redirect',
  http_status: 'http_status',
  too_large: 'reset',
  encoding: 'reset',
  reset: 'reset',
};

/**
 * Sends a delivery once. Every response from the receiver is a result, so this function does not
 * reject because of a response.
 * @throws {UrlRefused} `exhausted`: nothing was sent, so it does not count as an attempt
 */
export async function sendWebhook(
  post: WebhookPost,
  delivery: ClaimedDelivery,
): Promise<AttemptResult> {
  const startedAt = new Date();
  const began = performance.now();
  const measure = () => ({ startedAt, durationMs: performance.now() - began });
  try {
    const { status, bodyExcerpt } = await postTraced(post, delivery, startedAt);
    return {
      ...measure(),
      status,
      error: readError(status),
      excerpt: toStorable(bodyExcerpt, EXCERPT_CHARACTERS),
    };
  } catch (error) {
    if (!(error instanceof UrlRefused) || error.reason === 'exhausted') throw error;
    return { ...measure(), status: null, error: ERRORS[error.reason], excerpt: '' };
  }
}

/** Posts inside a separate span, and sends the trace context to the receiver. */
function postTraced(
  post: WebhookPost,
  delivery: ClaimedDelivery,
  startedAt: Date,
): ReturnType<WebhookPost> {
  const { id, endpointId, attempt, type } = delivery;
  const attributes = {
    'http.request.method': 'POST',
    'media.delivery_id': id,
    'media.webhook_id': endpointId,
    'media.event_type': type,
    'media.attempt': attempt,
  };
  return withSpan('POST webhook', { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const answer = await post(delivery.url, {
      headers: { ...buildWebhookHeaders(delivery, startedAt), ...readTraceHeaders() },
      body: delivery.body,
      deadlineMs: ATTEMPT_DEADLINE_MS,
      maxResponseBytes: ANSWER_BYTES_MAX,
    });
    span.setAttribute('http.response.status_code', answer.status);
    const error = readError(answer.status);
    if (error !== null) failSpan(span, error);
    return answer;
  });
}

function readError(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}
