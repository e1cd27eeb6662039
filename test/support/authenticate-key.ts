import type { DataSource } from 'typeorm';
import type { AuthenticatedCaller } from '../../domain/accounts/caller.js';
import { createKeyLookup } from '../../domain/accounts/find-callers.js';
import { hashApiKey } from '../../domain/contract/create-api-key.js';

/** Authenticates one API key, like a request that arrives alone. */
export async function authenticateKey(
  db: DataSource,
  apiKey: string,
): Promise<AuthenticatedCaller | null> {
  const [known = null] = await createKeyLookup(
    db,
    null,
  )([{ hash: hashApiKey(apiKey), about: null }]);
  return known;
}
