import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { CopyDestinationOptions, CopySourceOptions, type BucketItem, type Client } from 'minio';
import type { ListedObject, ObjectFacts, ObjectStore } from '../../domain/ports/object-store.js';
import { allowOrigins } from './bucket-cors.js';
import { collect, readDeclaredSize, readEtag, watch } from './s3-bodies.js';
import { createS3Call, type S3Settings } from './s3-call.js';

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * The slowest acceptable transfer is 1 MB/s. Bulk calls get a deadline by size, and their steps'
 * timeouts include it (workflows/policies.ts).
 */
const SLOWEST_BYTES_PER_MS = 1000;

/**
 * Creates the object store on one private bucket of any S3 server.
 *
 * Every call ends within its deadline: `timeoutMs` (10 s), plus 1 s per MB for `put` and `get`. A
 * `get` has `timeoutMs` for the headers, and after them the time for its own size. A `read` stream
 * fails if the store sends nothing for `timeoutMs` while the reader waits.
 *
 * A refusal that is our own fault (credentials, key) rejects with the client's error. An object
 * above `maxBytes` and an empty range reject with `RangeError`. Everything else rejects with
 * `StorageUnavailable`.
 */
export function createS3ObjectStore(settings: S3Settings): ObjectStore {
  const { bucket, timeoutMs = DEFAULT_TIMEOUT_MS } = settings;
  const call = createS3Call(settings);
  const computeBulkTimeout = (bytes: number) => timeoutMs + Math.ceil(bytes / SLOWEST_BYTES_PER_MS);

  return {
    ensureBucket: () =>
      call('create bucket', timeoutMs, (client) => ensureBucket(client, settings)),

    async put(key, bytes, contentType, signal) {
      const { length } = bytes;
      const write = (client: Client) =>
        client.putObject(bucket, key, bytes, length, { 'Content-Type': contentType });
      await call(`put ${key}`, computeBulkTimeout(length), write, signal);
    },

    get(key, maxBytes, signal) {
      const read = async (client: Client, setDeadline: (ms: number) => void) => {
        const body = await client.getObject(bucket, key);
        setDeadline(computeBulkTimeout(Math.min(readDeclaredSize(body) ?? maxBytes, maxBytes)));
        return collect(body, maxBytes);
      };
      return find(call(`get ${key}`, timeoutMs, read, signal));
    },

    stat: (key) => find(call(`stat ${key}`, timeoutMs, (client) => readFacts(client, bucket, key))),

    async read(key, { start, end }, etag) {
      // The S3 client interprets a length of zero as "to the end".
      if (end < start) throw new RangeError(`empty range ${start}-${end}`);
      const length = end - start + 1;
      const begin = (client: Client) => openPart(client, bucket, [key, start, length], etag);
      const source = await find(call(`read ${key}`, timeoutMs, begin));
      return source && watch(source, key, timeoutMs);
    },

    async putFile(key, path, size, contentType) {
      const write = (client: Client) => {
        const bytes = createReadStream(path);
        return client.putObject(bucket, key, bytes, size, { 'Content-Type': contentType });
      };
      await call(`put ${key}`, computeBulkTimeout(size), write);
    },

    copy(from, to, etag, contentType, signal) {
      const copy = (client: Client) =>
        copyIfUnchanged(client, bucket, [from, to, etag, contentType]);
      return call(`copy ${from}`, COPY_MS, copy, signal);
    },

    list: (prefix, after, max) =>
      call(`list ${prefix}`, timeoutMs, (client) => listPage(client, bucket, prefix, after, max)),

    async remove(keys) {
      if (keys.length === 0) return;
      const work = (client: Client) => removeAll(client, bucket, keys);
      await call(`remove ${keys.length} objects`, timeoutMs, work);
    },
  };
}

/** Opens a part of an object; null if the object is another version than `etag`. */
async function openPart(
  client: Client,
  bucket: string,
  part: readonly [key: string, start: number, length: number],
  etag?: string,
): Promise<Readable | null> {
  const body = await client.getPartialObject(bucket, ...part);
  if (etag === undefined || readEtag(body) === etag) return body;
  body.destroy();
  return null;
}

async function removeAll(client: Client, bucket: string, keys: readonly string[]): Promise<void> {
  const failures = await client.removeObjects(bucket, [...keys]);
  if (failures.length > 0) throw new Error('some objects were not removed', { cause: failures });
}

async function readFacts(client: Client, bucket: string, key: string): Promise<ObjectFacts> {
  const { size, etag, lastModified, metaData } = await client.statObject(bucket, key);
  const contentType = String(metaData['content-type'] ?? 'application/octet-stream');
  return { size, etag, contentType, modifiedAt: lastModified };
}

/**
 * Deadline for copying inside the store, in milliseconds. 200 MB took 0.7 s when measured, but the
 * size is not known in advance, and a store that copies byte by byte may be as slow as 4 MB/s.
 */
const COPY_MS = 60_000;

async function copyIfUnchanged(
  client: Client,
  bucket: string,
  [from, to, etag, contentType]: readonly [string, string, string, string],
): Promise<boolean> {
  const source = new CopySourceOptions({ Bucket: bucket, Object: from, MatchETag: etag });
  const target = new CopyDestinationOptions({
    Bucket: bucket,
    Object: to,
    MetadataDirective: 'REPLACE',
    Headers: { 'Content-Type': contentType },
  });
  try {
    await client.copyObject(source, target);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'PreconditionFailed' || code === 'NoSuchKey' || code === 'NotFound') return false;
    throw error;
  }
}

async function listPage(
  client: Client,
  bucket: string,
  prefix: string,
  after: string,
  max: number,
): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  const stream = client.listObjectsV2(bucket, prefix, true, after);
  for await (const { name, size, lastModified } of stream as AsyncIterable<BucketItem>) {
    if (name && lastModified) found.push({ key: name, size, modifiedAt: lastModified });
    if (found.length >= max) break;
  }
  return found;
}

async function ensureBucket(client: Client, settings: S3Settings): Promise<void> {
  const { bucket, corsOrigins = [] } = settings;
  await createMissing(client, settings);
  if (corsOrigins.length > 0) await allowOrigins(client, bucket, corsOrigins);
}

async function createMissing(client: Client, { bucket, region }: S3Settings): Promise<void> {
  if (await client.bucketExists(bucket)) return;
  try {
    await client.makeBucket(bucket, region);
  } catch (error) {
    // Another process may have created the bucket first. Servers report that in different ways.
    if (!(await client.bucketExists(bucket))) throw error;
  }
}

/** Converts "no such object" to null: HEAD responds with `NotFound`, GET with `NoSuchKey`. */
async function find<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'NotFound' || code === 'NoSuchKey') return null;
    throw error;
  }
}
