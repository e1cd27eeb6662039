import { createReadStream } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { pipeline, Transform, type Readable } from 'node:stream';
import { CopyDestinationOptions, CopySourceOptions, type BucketItem, type Client } from 'minio';
import {
  type ListedObject,
  type ObjectFacts,
  type ObjectStore,
  StorageUnavailable,
} from '../../domain/ports/object-store.js';
import { allowOrigins } from './bucket-cors.js';
import { createS3Call, type S3Settings } from './s3-call.js';

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * The slowest transfer that still counts as working: 1 MB/s. Bulk calls get time by size, and the
 * steps that make them get theirs from it (workflows/policies.ts).
 */
const SLOWEST_BYTES_PER_MS = 1000;

/**
 * The object store on one private bucket of any S3 server.
 *
 * Every call ends within its deadline: `timeoutMs` (10 s), plus 1 s per MB for `put` and `get`. A
 * `get` has `timeoutMs` for the headers, and from there on the time of its own size.
 * A stream of `read` fails when the store sends nothing for `timeoutMs` while the reader waits.
 * A refusal that is our own fault (credentials, key) rejects with the client's error; an object
 * above `maxBytes` or an empty range with `RangeError`; everything else with `StorageUnavailable`.
 */
export function createS3ObjectStore(settings: S3Settings): ObjectStore {
  const { bucket, timeoutMs = DEFAULT_TIMEOUT_MS } = settings;
  const call = createS3Call(settings);
  const bulkMs = (bytes: number) => timeoutMs + Math.ceil(bytes / SLOWEST_BYTES_PER_MS);

  return {
    ensureBucket: () =>
      call('create bucket', timeoutMs, (client) => ensureBucket(client, settings)),

    put: (key, bytes, contentType, signal) =>
      call(
        `put ${key}`,
        bulkMs(bytes.length),
        async (client) => {
          await client.putObject(bucket, key, bytes, bytes.length, { 'Content-Type': contentType });
        },
        signal,
      ),

    get(key, maxBytes, signal) {
      const read = async (client: Client, setDeadline: (ms: number) => void) => {
        const body = await client.getObject(bucket, key);
        setDeadline(bulkMs(Math.min(declaredSize(body) ?? maxBytes, maxBytes)));
        return collect(body, maxBytes);
      };
      return find(call(`get ${key}`, timeoutMs, read, signal));
    },

    stat: (key) => find(call(`stat ${key}`, timeoutMs, (client) => factsOf(client, bucket, key))),

    async read(key, { start, end }) {
      // The client takes a length of zero for "to the end".
      if (end < start) throw new RangeError(`empty range ${start}-${end}`);
      const length = end - start + 1;
      const source = await find(
        call(`read ${key}`, timeoutMs, (client) =>
          client.getPartialObject(bucket, key, start, length),
        ),
      );
      return source && watch(source, key, timeoutMs);
    },

    putFile: (key, path, size, contentType) =>
      call(`put ${key}`, bulkMs(size), async (client) => {
        await client.putObject(bucket, key, createReadStream(path), size, {
          'Content-Type': contentType,
        });
      }),

    copy: (from, to, etag, contentType, signal) =>
      call(
        `copy ${from}`,
        COPY_MS,
        (client) => copyIfUnchanged(client, bucket, [from, to, etag, contentType]),
        signal,
      ),

    list: (prefix, after, max) =>
      call(`list ${prefix}`, timeoutMs, (client) => listPage(client, bucket, prefix, after, max)),

    async remove(keys) {
      if (keys.length === 0) return;
      await call(`remove ${keys.length} objects`, timeoutMs, async (client) => {
        const failures = await client.removeObjects(bucket, [...keys]);
        if (failures.length > 0) {
          throw new Error('some objects were not removed', { cause: failures });
        }
      });
    },
  };
}

async function factsOf(client: Client, bucket: string, key: string): Promise<ObjectFacts> {
  const { size, etag, lastModified, metaData } = await client.statObject(bucket, key);
  const contentType = String(metaData['content-type'] ?? 'application/octet-stream');
  return { size, etag, contentType, modifiedAt: lastModified };
}

/**
 * Copies up to 200 MB inside the store, which took 0.7 s where it was measured. Its size is not
 * known before, and a store that copies byte by byte may do so at 4 MB/s.
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
    // Another process may have made it first. Servers report that in different ways.
    if (!(await client.bucketExists(bucket))) throw error;
  }
}

/** Turns "no such object" into null: HEAD answers `NotFound`, GET answers `NoSuchKey`. */
async function find<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'NotFound' || code === 'NoSuchKey') return null;
    throw error;
  }
}

function declaredSize(body: Readable): number | null {
  const declared = body instanceof IncomingMessage ? body.headers['content-length'] : undefined;
  return declared === undefined ? null : Number(declared);
}

/** Reads the whole body. It counts the bytes too, because a server may leave out the header. */
async function collect(body: Readable, maxBytes: number): Promise<Buffer> {
  const newTooLarge = () => new RangeError(`object is larger than ${maxBytes} bytes`);
  if ((declaredSize(body) ?? 0) > maxBytes) throw newTooLarge();

  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw newTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/**
 * Passes a body on, and fails when the store sends nothing for `stallMs`. Time that the reader
 * takes does not count. Destroying the result closes the connection to the store.
 */
function watch(source: Readable, key: string, stallMs: number): Readable {
  const out = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer.refresh();
      done(null, chunk);
    },
    destroy(error, done) {
      const cause = source.errored;
      done(cause ? new StorageUnavailable(`read ${key}: broke off`, { cause }) : error);
    },
  });
  const timer = setTimeout(() => {
    if (out.readableLength > 0) timer.refresh();
    else source.destroy(new Error(`no bytes within ${stallMs} ms`));
  }, stallMs).unref();
  // The reader sees a failure as the error of `out`; only the timer is left to end here.
  pipeline(source, out, () => clearTimeout(timer));
  return out;
}
