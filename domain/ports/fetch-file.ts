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
