import { fetch } from 'undici';
import {
  createWebhookSecret,
  buildSignatureHeader,
} from '../../domain/contract/webhook-signature.js';

/**
 * The sender that bench/webhooks compares with ours: it signs and sends with our deadline, and stores nothing. A crash
 * loses its deliveries.
 */
const DEADLINE_MS = 10_000;
const secret = createWebhookSecret();

/** @returns milliseconds until the receiver responded */
export async function sendOnce(url: string, event: object): Promise<number> {
  const began = performance.now();
  const body = JSON.stringify(event);
  const signing = { secrets: [secret], timestamp: Math.floor(Date.now() / 1_000), body };
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'Service-Signature': buildSignatureHeader(signing),
    },
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - began;
}
