import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keys by id; the first key seals. */
export interface SealingKeys {
  readonly currentId: string;
  readonly byId: ReadonlyMap<string, Buffer>;
}

/** Returns whether a text is a key: base64 of 32 bytes. */
export function isSealingKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text);
}

/**
 * Parses sealing keys.
 * @param keys each base64 of 32 bytes: the first key seals, any key opens
 * @throws {TypeError} if there are no keys or a key is invalid
 */
export function readSealingKeys(keys: readonly string[]): SealingKeys {
  const byId = new Map(keys.map((text) => readKey(text)).map((key) => [deriveKeyId(key), key]));
  const [currentId] = byId.keys();
  if (currentId === undefined) throw new TypeError('sealing needs a key');
  return { currentId, byId };
}

/**
 * Encrypts with AES-256-GCM.
 * @returns nonce, ciphertext and tag
 */
export function sealBytes(
  { currentId, byId }: SealingKeys,
  clear: Uint8Array,
  bound: string,
): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, byId.get(currentId) ?? '', nonce);
  cipher.setAAD(Buffer.from(bound));
  return Buffer.concat([nonce, cipher.update(clear), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Decrypts the output of `sealBytes`.
 * @throws {Error} if it was modified or `bound` differs
 */
export function openBytes(key: Buffer, sealed: Uint8Array, bound: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(bound)).setAuthTag(sealed.subarray(-TAG_BYTES));
  const clear = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([clear, decipher.final()]);
}

function readKey(text: string): Buffer {
  if (!isSealingKey(text)) throw new TypeError('a key must be the base64 of 32 bytes');
  return Buffer.from(text, 'base64').subarray(0, KEY_BYTES);
}

/** Derives an id from a key that reveals nothing about the key. */
function deriveKeyId(key: Buffer): string {
  return createHash('sha256').update('vault key id').update(key).digest('hex').slice(0, 8);
}
