import type { MediaFacts, MediaKind } from '../catalogue/media-types.js';

/** The result of inspecting an accepted file. */
export interface AcceptedFile extends MediaFacts {
  readonly ok: true;
  readonly kind: MediaKind;
  /** The exact type, served instead of the declared one. */
  readonly contentType: string;
}

/** Facts about an accepted file, or the reason for its refusal, for the caller. */
export type CheckedFile = AcceptedFile | { readonly ok: false; readonly message: string };

/**
 * Inspects files: reads the kind from the bytes and decodes or probes the whole file. Few
 * inspections run concurrently, and owners, which are accounts, take turns; our own files need no
 * owner. A call rejects with `StorageUnavailable` when its turn does not come in time; it may be
 * retried then.
 */
export interface FileCheck {
  /**
   * Inspects a file of any kind, given by its path on this machine or its bytes. The signal ends
   * the wait, with its reason.
   */
  file(
    source: string | Buffer,
    size: number,
    owner?: string,
    signal?: AbortSignal,
  ): Promise<CheckedFile>;
  /**
   * Inspects an object of our store, read in ranges. It must be of the declared kind. The signal
   * ends the inspection, with its reason.
   */
  object(
    key: string,
    size: number,
    declaredType: string,
    owner?: string,
    signal?: AbortSignal,
  ): Promise<CheckedFile>;
  /** Converts a picture for upstreams: upright, WebP, at most 4096 px, without EXIF or GPS. */
  photo(bytes: Buffer, owner?: string): Promise<Buffer>;
  /**
   * Loops a motion clip to at least this many seconds, without sound.
   * @throws {MediaRefused} when the clip cannot be looped
   */
  loop(clip: Buffer, secondsMin: number, owner: string): Promise<Buffer>;
  /** Ends the worker threads. */
  close(): Promise<void>;
}
