/** A file on this machine for the time of one request. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  remove(): Promise<void>;
}

/**
 * What came of fetching a file. `refused` completes the sentence "<field>: …"; `busy`: as many imports are
 * under way as this process takes at once, so try again soon.
 */
export type Fetched =
  | { readonly file: LocalFile }
  | { readonly refused: string }
  | { readonly busy: true };
