import type { PublicFetch } from '../adapters/egress/public-fetch.js';
import { UrlRefused, type RefusalReason } from '../adapters/egress/refusal.js';
import type { AttemptResult, ClaimedDelivery } from '../domain/webhooks/record-attempt.js';
import {
  ANSWER_BYTES_MAX,
  ATTEMPT_DEADLINE_MS,
  EXCERPT_CHARACTERS,
  readRetryAfterMs,
  type DeliveryError,
} from '../domain/catalogue/delivery.js';
import { webhookHeaders } from '../domain/contract/webhook-signature.js';

export type WebhookPost = PublicFetch['post'];

/**
 * What the guard refuses by, in the words of the delivery log. From the look-up of the name on all of
 * it is an attempt; only where this machine had nothing to send with is it none.
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
 * Sends a delivery once. Whatever the other side does is a result; it never rejects for that.
 * @throws {UrlRefused} `exhausted`: nothing was sent, so this was no attempt
 */
export async function sendWebhook(
  post: WebhookPost,
  delivery: ClaimedDelivery,
): Promise<AttemptResult> {
  const startedAt = new Date();
  const began = performance.now();
  const measure = () => ({ startedAt, durationMs: performance.now() - began });
  try {
    const { status, headers, bodyExcerpt } = await post(delivery.url, {
      headers: webhookHeaders(delivery, startedAt),
      body: delivery.body,
      deadlineMs: ATTEMPT_DEADLINE_MS,
      maxResponseBytes: ANSWER_BYTES_MAX,
    });
    const retryAfter = headers['retry-after'];
    const text = typeof retryAfter === 'string' ? retryAfter : undefined;
    const took = measure();
    const askedMs = readRetryAfterMs(text, Date.now());
    return {
      ...took,
      status,
      error: readError(status),
      excerpt: makeStorable(bodyExcerpt),
      retryAfterMs: askedMs === null ? null : askedMs + took.durationMs,
    };
  } catch (error) {
    if (!(error instanceof UrlRefused) || error.reason === 'exhausted') throw error;
    const failed = { status: null, error: ERRORS[error.reason], excerpt: '', retryAfterMs: null };
    return { ...measure(), ...failed };
  }
}

function readError(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}

/** PostgreSQL stores no NUL, and a cut must not halve a character. */
function makeStorable(text: string): string {
  return text.replaceAll('\0', '\u{FFFD}').slice(0, EXCERPT_CHARACTERS).toWellFormed();
}
