import { IncomingMessage } from 'node:http';
import { pipeline, Transform, type Readable } from 'node:stream';
import { StorageUnavailable } from '../../domain/ports/object-store.js';

/** Returns the size that the store announced; null if missing. */
export function readDeclaredSize(body: Readable): number | null {
  const declared = body instanceof IncomingMessage ? body.headers['content-length'] : undefined;
  return declared === undefined ? null : Number(declared);
}

/** Returns the version that the store announced, without quotes; null if missing. */
export function readEtag(body: Readable): string | null {
  const etag = body instanceof IncomingMessage ? body.headers.etag : undefined;
  return etag?.replaceAll('"', '') ?? null;
}

/** Reads the whole body. Also counts the bytes, because a server may omit the size header. */
export async function collect(body: Readable, maxBytes: number): Promise<Buffer> {
  const buildTooLarge = () => new RangeError(`object is larger than ${maxBytes} bytes`);
  if ((readDeclaredSize(body) ?? 0) > maxBytes) throw buildTooLarge();

  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw buildTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/**
 * Passes a body on, and fails if the store sends nothing for `stallMs`. Waiting for the reader does
 * not count. Destroying the returned stream closes the connection to the store.
 */
export function watch(source: Readable, key: string, stallMs: number): Readable {
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
  // The reader sees a failure as an error of `out`; here only the timer must be stopped.
  pipeline(source, out, () => clearTimeout(timer));
  return out;
}
