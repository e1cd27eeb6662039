import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function createWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** The signed data, and all valid secrets: the current one first. */
export interface SignatureInput {
  readonly secrets: readonly string[];
  /** Unix seconds of this attempt. */
  readonly timestamp: number;
  /** The exact text that is sent. */
  readonly body: string;
}

/**
 * The header `Service-Signature`: `t=<unix seconds>,v1=<hex>`, one `v1` per secret. The
 * HMAC key is the UTF-8 text of the whole secret, `whsec_` included, as Stripe's libraries take it.
 */
export function buildSignatureHeader({ secrets, timestamp, body }: SignatureInput): string {
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
  );
  return [`t=${timestamp}`, ...signatures.map((hex) => `v1=${hex}`)].join(',');
}

/**
 * The header `webhook-signature` of Standard Webhooks: `v1,<base64>` for each secret, over
 * `<id>.<timestamp>.<body>`. The key is the decoded secret without `whsec_`.
 * @param id the event id, which is also the header `webhook-id`
 */
export function buildStandardSignature(
  id: string,
  { secrets, timestamp, body }: SignatureInput,
): string {
  return secrets
    .map((secret) => Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .map((key) => createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ');
}

/** The data of a delivery that its headers contain. */
export interface SignedDelivery extends Omit<SignatureInput, 'timestamp'> {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
}

/**
 * The headers of an attempt, including the headers of Standard Webhooks. Both formats sign the same
 * text with every valid secret.
 * @param at time of this attempt, which is signed
 */
export function buildWebhookHeaders(delivery: SignedDelivery, at: Date): Record<string, string> {
  const { id, eventId, type, secrets, body } = delivery;
  const timestamp = Math.floor(at.getTime() / 1_000);
  const signing = { secrets, timestamp, body };
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1',
    'Service-Signature': buildSignatureHeader(signing),
    'Service-Event': type,
    'Service-Delivery': id,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': buildStandardSignature(eventId, signing),
  };
}
