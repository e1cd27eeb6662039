import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** Creates a signing secret: `whsec_` and 32 random bytes in base64. */
export function createWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** The data to sign, and all valid secrets with the current one first. */
export interface SignatureInput {
  readonly secrets: readonly string[];
  /** Time of this attempt in Unix seconds. */
  readonly timestamp: number;
  /** The request body, exactly as sent. */
  readonly body: string;
}

/**
 * Builds the `Service-Signature` header: `t=<unix seconds>,v1=<hex>`, one `v1` per secret. The HMAC
 * key is the whole secret as UTF-8 text, including `whsec_`, as in Stripe's libraries.
 */
export function buildSignatureHeader({ secrets, timestamp, body }: SignatureInput): string {
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
  );
  return [`t=${timestamp}`, ...signatures.map((hex) => `v1=${hex}`)].join(',');
}

/**
 * Builds the `webhook-signature` header of Standard Webhooks: `v1,<base64>` for each secret, over
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

/** A delivery's data that its headers contain. */
export interface SignedDelivery extends Omit<SignatureInput, 'timestamp'> {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
}

/**
 * Builds an attempt's headers, including the Standard Webhooks headers. Both formats sign the same
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
