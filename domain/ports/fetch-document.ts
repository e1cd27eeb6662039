/** A small text published by somebody else. */
export interface FetchedDocument {
  readonly text: string;
  /** Header `Content-Type`; empty without one. */
  readonly contentType: string;
  /** Header `Cache-Control`; empty without one. */
  readonly cacheControl: string;
}

/**
 * Fetches a small text from a URL given by a stranger, with the guard against private addresses.
 * Follows no redirects.
 * @throws {Error} without revealing what was found at the address
 */
export type FetchDocument = (url: string) => Promise<FetchedDocument>;
