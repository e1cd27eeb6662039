import type { DataSource } from 'typeorm';
import type { Known } from '../../domain/accounts/authenticate.js';
import { lookUpKeys } from '../../domain/accounts/look-up-keys.js';
import { hashApiKey } from '../../domain/contract/api-key.js';

/** Looks one API key up, as a request does that comes alone. */
export async function lookUpKey(db: DataSource, apiKey: string): Promise<Known | null> {
  const [known = null] = await lookUpKeys(db, null, [{ hash: hashApiKey(apiKey), about: null }]);
  return known;
}
