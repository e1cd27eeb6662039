import type { WebhookEvent } from './endpoints.js';
import { SignatureError } from './errors.js';

/** Headers of a request, from fetch or from Node's http. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface UnwrapOptions {
  /** Maximum age of a signature in seconds. Default: 300, as the service recommends. */
  readonly toleranceSeconds?: number | undefined;
  /** Current time in Unix seconds. Default: the clock of this machine. */
  readonly now?: number | undefined;
}

const HEADER = 'Service-Signature';
const TOLERANCE_S = 300;

/**
 * Verifies a webhook request, and returns its event.
 * @param rawBody the unchanged body, before any JSON parser
 * @param secrets the signing secret, or the old and the new secret during a rotation
 * @throws {SignatureError} if the request is not authentic, or is too old
 */
export async function unwrap(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_S, now = Date.now() / 1_000 }: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const header = readHeader(headers);
  if (header === null) throw new SignatureError(`The header ${HEADER} is missing.`);
  const parts = header.split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d+$/.test(time)) throw new SignatureError(`The header ${HEADER} has no timestamp.`);
  const ageS = now - Number(time);
  if (ageS > toleranceSeconds) {
    throw new SignatureError(
      `The signature is ${Math.round(ageS)} seconds old. Check the clock of this machine.`,
    );
  }
  const body = typeof rawBody === 'string' ? encode(rawBody) : new Uint8Array(rawBody);
  const signatures = parts.filter(([name]) => name === 'v1').map(([, hex = '']) => parseHex(hex));
  for (const secret of [secrets].flat()) {
    if (await isSignedWith(secret, join(encode(`${time}.`), body), signatures)) {
      return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
    }
  }
  throw new SignatureError(
    'No signature matches. Check the secret, and pass the body as it came, before a JSON parser.',
  );
}

function readHeader(headers: WebhookHeaders): string | null {
  if (typeof headers.get === 'function') return headers.get(HEADER);
  const pair = Object.entries(headers).find(
    ([name]) => name.toLowerCase() === HEADER.toLowerCase(),
  );
  const value = pair?.[1];
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}

/** Compares in constant time, as WebCrypto does. */
async function isSignedWith(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly (Uint8Array<ArrayBuffer> | null)[],
): Promise<boolean> {
  if (secret === '') throw new TypeError('The signing secret is empty.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encode(secret), algorithm, false, ['verify']);
  for (const signature of signatures) {
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true;
  }
  return false;
}

/** Encodes the key: the text of the whole secret, with its prefix. */
const encode = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(text));

function parseHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[0-9a-f]{64}$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
