import type { DataSource } from 'typeorm';
import type { Known } from '../../domain/accounts/caller.js';
import { createLookUp } from '../../domain/accounts/look-up-keys.js';
import { hashApiKey } from '../../domain/contract/api-key.js';

/** Authenticates one API key, like a single request. */
export async function lookUpKey(db: DataSource, apiKey: string): Promise<Known | null> {
  const [known = null] = await createLookUp(db, null)([{ hash: hashApiKey(apiKey), about: null }]);
  return known;
}
