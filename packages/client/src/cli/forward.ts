import { createHmac } from 'node:crypto';
import type { Answer } from '../input.js';

export type HeardEvent = Answer<'GET /v1/events'>['data'][number];

const DEADLINE_MS = 10_000;

interface Delivery {
  readonly target: URL;
  readonly secret: string;
  /** Number of the delivery, counted from 1. */
  readonly number: number;
  readonly signal: AbortSignal;
}

/**
 * Sends an event by POST, like the webhooks of the service.
 * @returns a line to print: time, outcome, event and duration
 */
export async function forward(event: HeardEvent, delivery: Delivery): Promise<string> {
  const began = performance.now();
  const body = JSON.stringify(event);
  const outcome = await fetch(delivery.target, {
    method: 'POST',
    headers: buildHeaders(event, body, delivery),
    body,
    redirect: 'manual',
    signal: AbortSignal.any([delivery.signal, AbortSignal.timeout(DEADLINE_MS)]),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return String(response.status);
    },
    (error: unknown) => describeForwardError(error),
  );
  const tookMs = Math.round(performance.now() - began);
  const time = new Date().toTimeString().slice(0, 8);
  return `${time}  ${outcome}  ${event.type}  ${event.id}  ${tookMs} ms`;
}

/** Signs both formats of docs/webhooks.md: Service-Signature, and Standard Webhooks. */
function buildHeaders(event: HeardEvent, body: string, { secret, number }: Delivery) {
  const timestamp = Math.floor(Date.now() / 1_000);
  const sign = (key: string | Buffer, text: string, encoding: 'hex' | 'base64') =>
    createHmac('sha256', key).update(text).digest(encoding);
  const hex = sign(secret, `${timestamp}.${body}`, 'hex');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1',
    'Service-Signature': `t=${timestamp},v1=${hex}`,
    'Service-Event': event.type,
    'Service-Delivery': `dlv_${number.toString(16).padStart(32, '0')}`,
    'webhook-id': event.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${sign(key, `${event.id}.${timestamp}.${body}`, 'base64')}`,
  };
}

function describeForwardError(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return 'timeout';
  return cause?.code ?? 'failed';
}
