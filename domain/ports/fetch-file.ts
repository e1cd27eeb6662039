/** A file on this machine for the time of one request. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  remove(): Promise<void>;
}

/**
 * The result of fetching a file. `refused` completes the sentence "<field>: …". `busy`: this
 * process already fetches as many files as it takes at once, so try again soon.
 */
export type Fetched =
  | { readonly file: LocalFile }
  | { readonly refused: string }
  | { readonly busy: true };
