import { buildWebhookHeaders } from '../domain/contract/webhook-signature.js';
import type { HeardEvent } from './listen-events.js';

const DEADLINE_MS = 10_000;

/**
 * Sends an event by POST as the platform's webhooks do.
 * @returns a line to print: time, outcome, event and duration
 */
export async function forward(
  event: HeardEvent,
  {
    target,
    secret,
    number,
    signal,
  }: { target: URL; secret: string; number: number; signal: AbortSignal },
): Promise<string> {
  const began = performance.now();
  const body = JSON.stringify(event);
  const id = `dlv_${number.toString(16).padStart(32, '0')}`;
  const delivery = { id, eventId: event.id, type: event.type, body, secrets: [secret] };
  const outcome = await fetch(target, {
    method: 'POST',
    headers: buildWebhookHeaders(delivery, new Date()),
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return String(response.status);
    },
    (error: unknown) => describeForwardError(error),
  );
  const tookMs = Math.round(performance.now() - began);
  return `${new Date().toTimeString().slice(0, 8)}  ${outcome}  ${event.type}  ${event.id}  ${tookMs} ms`;
}

function describeForwardError(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return 'timeout';
  return cause?.code ?? 'failed';
}
