import type { FetchDocument } from '../../domain/ports/egress.js';

/** Maximum concurrent fetches: a slow server occupies a connection for seconds. */
const CONCURRENT_MAX = 8;

/** JSON media types. File hosts serve user uploads with other types. */
const JSON_TYPE = /^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i;

/** Creates a `fetch` for the OAuth library that guards against untrusted addresses. */
export function createGuardedFetch(fetchDocument: FetchDocument): typeof fetch {
  let open = 0;
  return async (input) => {
    if (open >= CONCURRENT_MAX) throw new Error('too many documents are being fetched');
    open += 1;
    try {
      const url = input instanceof Request ? input.url : String(input);
      const { text, contentType, cacheControl } = await fetchDocument(url);
      if (!JSON_TYPE.test(contentType)) throw new Error('the document is not served as JSON');
      return new Response(text, { headers: cacheControl ? { 'Cache-Control': cacheControl } : {} });
    } finally {
      open -= 1;
    }
  };
}
