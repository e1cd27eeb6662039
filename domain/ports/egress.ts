/** A small text published by a third party. */
export interface FetchedDocument {
  readonly text: string;
  /** The `Content-Type` header; empty if it is missing. */
  readonly contentType: string;
  /** The `Cache-Control` header; empty if it is missing. */
  readonly cacheControl: string;
}

/**
 * Fetches a small text from a URL that a caller sent. It refuses private addresses and does not
 * follow redirects.
 * @throws {Error} without revealing what was found at the URL
 */
export type FetchDocument = (url: string) => Promise<FetchedDocument>;

/** A file on this machine that exists only during one request. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  remove(): Promise<void>;
}

/** The reason why nothing was fetched. */
export interface NotFetched {
  /** Completes the sentence "<field>: …". */
  readonly refused: string;
  /** Bytes received before the refusal. */
  readonly bytes: number;
  /** Whether a request was sent. No request is sent if the URL itself is refused. */
  readonly tried: boolean;
  /** Whether the file is larger than allowed. */
  readonly tooLarge: boolean;
}

/**
 * The result of fetching a file. `busy` means that no connection is free on this machine, so the
 * client should try again soon.
 */
export type FetchResult = { readonly file: LocalFile } | NotFetched | { readonly busy: true };

/**
 * The reason why a URL is refused: its form, or a host without a public address. A host that does
 * not exist and a host with private addresses get the same reason. Null if the URL is accepted.
 */
export type UrlFault = 'bad_url' | 'blocked_address' | null;
