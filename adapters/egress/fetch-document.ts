import type { FetchDocument } from '../../domain/ports/egress.js';
import type { PublicFetch } from './public-fetch.js';

/** Overall deadline for resolving, connecting and reading. */
const DEADLINE_MS = 4_000;
/** Agents' documents contain a name and a few URLs. */
const BYTES_MAX = 16 << 10;

/** Fetches small texts through the same guard as all external URLs. */
export function createFetchDocument(publicFetch: PublicFetch): FetchDocument {
  return async (url) => {
    const chunks: Buffer[] = [];
    const { contentType, cacheControl } = await publicFetch.download(url, {
      maxBytes: BYTES_MAX,
      deadlineMs: DEADLINE_MS,
      redirectsMax: 0,
      headers: { Accept: 'application/json' },
      sink: async (body) => {
        for await (const chunk of body) chunks.push(chunk);
      },
    });
    return { text: Buffer.concat(chunks).toString('utf8'), contentType, cacheControl };
  };
}
