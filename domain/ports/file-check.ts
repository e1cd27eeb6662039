import type { MediaFacts, MediaKind } from '../catalogue/media-types.js';

/** The result of inspecting an accepted file. */
export interface AcceptedFile extends MediaFacts {
  readonly ok: true;
  readonly kind: MediaKind;
  /** The detected type, which is served instead of the declared one. */
  readonly contentType: string;
}

/** An accepted file's metadata, or the reason for its refusal, for the caller. */
export type CheckedFile = AcceptedFile | { readonly ok: false; readonly message: string };

/**
 * Inspects files: detects the kind from the bytes and decodes or probes the whole file. Only a few
 * inspections run concurrently, and they alternate between owners (accounts); our own files need no
 * owner. A call rejects with `StorageUnavailable` if the queue is full or the wait times out; then
 * it may be retried.
 */
export interface FileCheck {
  /**
   * Inspects a file of any kind, given by its path on this machine or its bytes. Rejects with the
   * signal's reason when aborted while waiting.
   */
  file(
    source: string | Buffer,
    size: number,
    owner?: string,
    signal?: AbortSignal,
  ): Promise<CheckedFile>;
  /**
   * Inspects an object in our store, read in ranges. The object must have the declared kind.
   * Rejects with the signal's reason when aborted.
   */
  object(
    key: string,
    size: number,
    declaredType: string,
    owner?: string,
    signal?: AbortSignal,
  ): Promise<CheckedFile>;
  /**
   * Converts a picture for upstreams to upright WebP of 4096 px or less, without EXIF or GPS data.
   */
  photo(bytes: Buffer, owner?: string): Promise<Buffer>;
  /**
   * Loops a motion clip to at least this many seconds, without sound.
   * @throws {MediaRefused} if the clip cannot be looped
   */
  loop(clip: Buffer, secondsMin: number, owner: string): Promise<Buffer>;
  /** Stops the worker threads. */
  close(): Promise<void>;
}
