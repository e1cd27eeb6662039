import type { Readable } from 'node:stream';

/** Facts about one stored object. */
export interface ObjectFacts {
  readonly size: number;
  readonly etag: string;
  readonly contentType: string;
  readonly modifiedAt: Date;
}

/** Thrown by every method when the store cannot be reached or fails (5xx, connection, deadline). */
export class StorageUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageUnavailable';
  }
}

/** One line of a listing. */
export interface ListedObject {
  readonly key: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

/**
 * The bytes of the service: one private bucket of any S3 server. Every call has a deadline; those
 * that move bytes have one that fits their size, and also end with a signal, by its reason.
 */
export interface ObjectStore {
  /** Creates the bucket when it is missing; safe to call at every start. */
  ensureBucket(): Promise<void>;
  put(key: string, bytes: Buffer, contentType: string, signal?: AbortSignal): Promise<void>;
  /**
   * Whole object, or null when there is none. `maxBytes` bounds the memory; a larger one throws.
   */
  get(key: string, maxBytes: number, signal?: AbortSignal): Promise<Buffer | null>;
  /** Facts, or null when there is none. */
  stat(key: string): Promise<ObjectFacts | null>;
  /** Bytes `start..end` inclusive as a stream, or null when there is no such object. */
  read(key: string, range: { start: number; end: number }): Promise<Readable | null>;
  /** Stores a file of exactly `size` bytes without holding it in memory. */
  putFile(key: string, path: string, size: number, contentType: string): Promise<void>;
  /**
   * Copies within the store, only while the source still is the version of `etag`. The copy is
   * served as `contentType` and has none of the other headers that were stored with the source.
   * Onto itself it changes the type alone.
   * @returns false when the source has changed or is gone
   */
  copy(
    from: string,
    to: string,
    etag: string,
    contentType: string,
    signal?: AbortSignal,
  ): Promise<boolean>;
  /** Objects under a prefix, at most `max`, in the order of their keys after `after`. */
  list(prefix: string, after: string, max: number): Promise<readonly ListedObject[]>;
  /** Removes objects; a missing one is no error. */
  remove(keys: readonly string[]): Promise<void>;
}

/** An address that takes one PUT of one file. */
export interface PresignedPut {
  readonly key: string;
  /** Signed, so a PUT with another type is refused by the store. */
  readonly contentType: string;
  /** Signed when known, so another size is refused. */
  readonly size: number | null;
  readonly expiresSeconds: number;
  readonly now: Date;
}
