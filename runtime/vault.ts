import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { SEALED, type Vault } from '../domain/ports/vault.js';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM. A sealed text is `sealed.<key id>.<base64url of nonce, ciphertext and tag>`. It
 * names its key, so it can still be opened after the first key has changed.
 * @param keys base64 of 32 bytes each: the first seals, any of them opens
 * @throws {TypeError} when one of them is not such a key
 */
export function createVault(keys: readonly string[]): Vault {
  const byId = new Map(keys.map((text) => readKey(text)).map((key) => [idOf(key), key]));
  const [first] = byId;
  if (!first) throw new TypeError('a vault needs a key');
  const [keyId, key] = first;
  const current = `${SEALED}${keyId}.`;
  return {
    current,
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return current + Buffer.concat(parts).toString('base64url');
    },
    open(sealed, owner) {
      const [, id = '', data = ''] = sealed.split('.');
      const its = byId.get(id);
      if (!its) throw new Error(`SECRETS_KEY has no key ${id}, which a stored secret needs`);
      const bytes = Buffer.from(data, 'base64url');
      const decipher = createDecipheriv(ALGORITHM, its, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
}

/** Whether a text is a key: base64 of 32 bytes. */
export function isVaultKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text);
}

function readKey(text: string): Buffer {
  if (!isVaultKey(text)) throw new TypeError('a key is the base64 of 32 bytes');
  return Buffer.from(text, 'base64').subarray(0, KEY_BYTES);
}

/** Makes an id for a key that reveals nothing of the key. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('vault key id').update(key).digest('hex').slice(0, 8);
}
