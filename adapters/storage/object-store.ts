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

/** The bytes of the service: one private bucket of any S3 server. Every call has a deadline. */
export interface ObjectStore {
  /** Creates the bucket when it is missing; safe to call at every start. */
  ensureBucket(): Promise<void>;
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Whole object, or null when there is none. `maxBytes` bounds the memory; a larger one throws. */
  get(key: string, maxBytes: number): Promise<Buffer | null>;
  /** Facts, or null when there is none. */
  stat(key: string): Promise<ObjectFacts | null>;
  /** Bytes `start..end` inclusive as a stream, or null when there is no such object. */
  read(key: string, range: { start: number; end: number }): Promise<Readable | null>;
  /** Removes objects; a missing one is no error. */
  remove(keys: readonly string[]): Promise<void>;
}
