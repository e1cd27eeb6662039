/** A small text that somebody else publishes. */
export interface FetchedDocument {
  readonly text: string;
  /** Its header `Content-Type`; empty without one. */
  readonly contentType: string;
  /** Its header `Cache-Control`; empty without one. */
  readonly cacheControl: string;
}

/**
 * Fetches a small text behind a URL that a stranger gave, through the guard against private
 * addresses. It follows no redirect.
 * @throws {Error} when there is none: what was found at the address is not told
 */
export type FetchDocument = (url: string) => Promise<FetchedDocument>;
