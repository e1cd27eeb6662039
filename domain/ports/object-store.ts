import type { Readable } from 'node:stream';

/** A stored object's metadata. */
export interface ObjectFacts {
  readonly size: number;
  readonly etag: string;
  readonly contentType: string;
  readonly modifiedAt: Date;
}

/** Thrown by every method if the store cannot be reached or fails (5xx, connection, deadline). */
export class StorageUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageUnavailable';
  }
}

/** One object in a listing. */
export interface ListedObject {
  readonly key: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

/**
 * The service's object storage: one private bucket on any S3 server. Every call has a deadline. For
 * calls that transfer bytes, the deadline depends on their size, and an aborted signal makes them
 * reject with its reason.
 */
export interface ObjectStore {
  /** Creates the bucket if it is missing. Safe to call at every process start. */
  ensureBucket(): Promise<void>;
  put(key: string, bytes: Buffer, contentType: string, signal?: AbortSignal): Promise<void>;
  /**
   * Reads a whole object; null if it does not exist. `maxBytes` limits the memory; throws if the
   * object is larger.
   */
  get(key: string, maxBytes: number, signal?: AbortSignal): Promise<Buffer | null>;
  /** Reads an object's metadata; null if the object does not exist. */
  stat(key: string): Promise<ObjectFacts | null>;
  /**
   * Streams bytes `start..end` inclusive.
   * @param etag the expected version
   * @returns null if the object does not exist, or is another version
   */
  read(key: string, range: { start: number; end: number }, etag?: string): Promise<Readable | null>;
  /** Stores a file of exactly `size` bytes without holding it in memory. */
  putFile(key: string, path: string, size: number, contentType: string): Promise<void>;
  /**
   * Copies an object within the store, but only while the source still has this `etag`. The copy is
   * served as `contentType`, without the source's other stored headers. Copying an object onto
   * itself changes only the type.
   * @returns false if the source has changed or no longer exists
   */
  copy(
    from: string,
    to: string,
    etag: string,
    contentType: string,
    signal?: AbortSignal,
  ): Promise<boolean>;
  /** Lists up to `max` objects under a prefix, ordered by key, after the key `after`. */
  list(prefix: string, after: string, max: number): Promise<readonly ListedObject[]>;
  /** Removes objects; missing objects are ignored. */
  remove(keys: readonly string[]): Promise<void>;
}

/** A URL that accepts one PUT of one file. */
export interface PresignedPut {
  readonly key: string;
  /** Part of the signature, so the store refuses a PUT with another type. */
  readonly contentType: string;
  /** Part of the signature if known; then the store refuses another size. */
  readonly size: number | null;
  readonly expiresSeconds: number;
  readonly now: Date;
}
