import type { MediaFacts, MediaKind } from '../catalogue/media-types.js';

/** What a look into an accepted file said. */
export interface AcceptedFile extends MediaFacts {
  readonly ok: true;
  readonly kind: MediaKind;
  /** The exact type, to be served instead of the declared one. */
  readonly contentType: string;
}

/** Facts about an accepted file, or why it is refused, for the caller. */
export type CheckedFile = AcceptedFile | { readonly ok: false; readonly message: string };

/**
 * Looks into files: kind from the bytes, decoded or probed whole. Few are looked into at once, and
 * owners, which are accounts, take turns; files of our own need no owner. Each call rejects with
 * `StorageUnavailable` when it is not its turn in time: then it may be tried again.
 */
export interface FileCheck {
  /**
   * A file of any kind: its path on this machine, or its bytes. The wait for the look ends with the
   * signal, by its reason.
   */
  file(
    source: string | Buffer,
    size: number,
    owner?: string,
    signal?: AbortSignal,
  ): Promise<CheckedFile>;
  /**
   * An object of our store, read in ranges; it must be of the kind of the declared type. The look
   * ends with the signal, by its reason.
   */
  object(
    key: string,
    size: number,
    declaredType: string,
    owner?: string,
    signal?: AbortSignal,
  ): Promise<CheckedFile>;
  /** A picture as upstreams can read it: upright, WebP, at most 4096 px, without EXIF or GPS. */
  photo(bytes: Buffer, owner?: string): Promise<Buffer>;
  /**
   * Makes a motion clip of at least so many seconds, without sound: a shorter clip is repeated.
   * @throws {MediaRefused} when the clip cannot be repeated
   */
  loop(clip: Buffer, secondsMin: number, owner: string): Promise<Buffer>;
  /** Ends the worker threads. */
  close(): Promise<void>;
}
