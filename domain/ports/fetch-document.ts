/** A small text published by a third party. */
export interface FetchedDocument {
  readonly text: string;
  /** The `Content-Type` header; empty if it is missing. */
  readonly contentType: string;
  /** The `Cache-Control` header; empty if it is missing. */
  readonly cacheControl: string;
}

/**
 * Fetches a small text from a URL given by a stranger, and refuses private addresses. Does not
 * follow redirects.
 * @throws {Error} without revealing what was found at the URL
 */
export type FetchDocument = (url: string) => Promise<FetchedDocument>;
