/** A file on this machine for the time of one request. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  remove(): Promise<void>;
}

/** Why nothing was fetched. */
export interface NotFetched {
  /** Completes the sentence "<field>: …". */
  readonly refused: string;
  /** How many bytes arrived before that. */
  readonly bytes: number;
  /** Whether anything was asked of a server. A URL that is refused as such sends nothing. */
  readonly tried: boolean;
  /** Whether the file has more bytes than were wanted. */
  readonly tooLarge: boolean;
}

/**
 * The result of fetching a file. `busy`: this machine has no room for another connection, so try
 * again soon.
 */
export type Fetched = { readonly file: LocalFile } | NotFetched | { readonly busy: true };
