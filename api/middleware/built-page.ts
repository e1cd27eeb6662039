import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../domain/contract/refusal.js';
import { loadOnce } from './load-once.js';

/**
 * Creates a function that loads a page of the `web/` build that contains no dashboard code.
 * @param webFolder folder of the build; null if there is none
 */
export function createPageLoader(webFolder: string | null, file: string): () => Promise<string> {
  if (webFolder === null) return () => Promise.reject(refuseUnbuilt());
  return loadOnce(() => readFile(join(webFolder, file), 'utf8'));
}

const refuseUnbuilt = (): Refusal =>
  new Refusal('UNAVAILABLE', { message: 'This page was not built. Run `npm run build`.' });
