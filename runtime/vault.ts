import { SEALED, type Vault } from '../domain/ports/vault.js';
import { openBytes, readSealingKeys, sealBytes } from './sealing.js';

/**
 * Seals texts. A sealed text is `sealed.<key id>.<base64url of nonce, ciphertext and tag>`. It
 * names its key, so it can still be opened after the first key changes.
 * @param keys each base64 of 32 bytes: the first key seals, any key opens
 * @throws {TypeError} if a key is invalid
 */
export function createVault(keys: readonly string[]): Vault {
  const read = readSealingKeys(keys);
  const current = `${SEALED}${read.currentId}.`;
  return {
    current,
    seal(text, owner) {
      return current + sealBytes(read, Buffer.from(text), owner).toString('base64url');
    },
    open(sealed, owner) {
      const [, id = '', data = ''] = sealed.split('.');
      const key = read.byId.get(id);
      if (!key)
        throw new Error(
          `SECRETS_KEY has no key with id ${id}, which a stored secret is sealed with`,
        );
      return openBytes(key, Buffer.from(data, 'base64url'), owner).toString('utf8');
    },
  };
}
