import type { DataSource } from 'typeorm';
import type { Known } from '../../domain/accounts/caller.js';
import { createLookUp } from '../../domain/accounts/look-up-keys.js';
import { hashApiKey } from '../../domain/contract/api-key.js';

/** Looks one API key up, as a request does that comes alone. */
export async function lookUpKey(db: DataSource, apiKey: string): Promise<Known | null> {
  const [known = null] = await createLookUp(db, null)([{ hash: hashApiKey(apiKey), about: null }]);
  return known;
}
