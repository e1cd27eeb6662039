/** A file on this machine that exists for one request. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  remove(): Promise<void>;
}

/** Why nothing was fetched. */
export interface NotFetched {
  /** Completes the sentence "<field>: …". */
  readonly refused: string;
  /** Bytes received before that. */
  readonly bytes: number;
  /** Whether a request was sent. A URL that is itself refused causes none. */
  readonly tried: boolean;
  /** Whether the file is larger than allowed. */
  readonly tooLarge: boolean;
}

/**
 * The result of fetching a file. `busy`: no connection is free on this machine, so try again soon.
 */
export type FetchResult = { readonly file: LocalFile } | NotFetched | { readonly busy: true };
