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

/** One entry of a listing. */
export interface ListedObject {
  readonly key: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

/**
 * The object storage of the service: one private bucket of any S3 server. Every call has a
 * deadline; calls that transfer bytes have one that depends on their size, and also end with a
 * signal, by its reason.
 */
export interface ObjectStore {
  /** Creates the bucket if it is missing; safe to call at every start. */
  ensureBucket(): Promise<void>;
  put(key: string, bytes: Buffer, contentType: string, signal?: AbortSignal): Promise<void>;
  /**
   * The whole object, or null if there is none. `maxBytes` limits the memory; a larger object
   * throws.
   */
  get(key: string, maxBytes: number, signal?: AbortSignal): Promise<Buffer | null>;
  /** The object's facts, or null if there is none. */
  stat(key: string): Promise<ObjectFacts | null>;
  /** Bytes `start..end` inclusive as a stream, or null when there is no such object. */
  read(key: string, range: { start: number; end: number }): Promise<Readable | null>;
  /** Stores a file of exactly `size` bytes without holding it in memory. */
  putFile(key: string, path: string, size: number, contentType: string): Promise<void>;
  /**
   * Copies within the store, but only while the source still has this `etag`. The copy is served as
   * `contentType`, without the source's other stored headers. Copying an object onto itself changes
   * only the type.
   * @returns false when the source has changed or no longer exists
   */
  copy(
    from: string,
    to: string,
    etag: string,
    contentType: string,
    signal?: AbortSignal,
  ): Promise<boolean>;
  /** At most `max` objects under a prefix, ordered by key, after the key `after`. */
  list(prefix: string, after: string, max: number): Promise<readonly ListedObject[]>;
  /** Removes objects; a missing one is not an error. */
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
