import type { Context, Middleware } from 'koa';
import { fileNameOf, isPendingKey } from '../../domain/catalogue/object-keys.js';
import { type ObjectStore, StorageUnavailable } from '../../domain/ports/object-store.js';
import { Refusal } from '../../domain/contract/refusal.js';
import type { Turns } from '../../domain/ports/turns.js';
import { type ByteRange, selectRange } from './byte-range.js';
import { mediaHeaders } from './media-headers.js';
import { takeTurnOf } from './stranger-turn.js';

/**
 * The rest of the path is a key as it was sent, without decoding, so no encoded spelling reaches
 * the store. domain/catalogue/object-keys.ts says which keys are served.
 */
const BASE = '/media/';

/** When a caller may try again after the store did not answer. */
const RETRY_AFTER_SECONDS = 5;

/**
 * A reader that takes no byte for this long is disconnected, because it holds a connection to the
 * store.
 */
const READER_STALL_MS = 60_000;

/** Tells until when an object is served, in Unix milliseconds; null when it is not served at all. */
export type ServedUntil = (key: string) => Promise<number | null>;

interface MediaOptions {
  /** How long a reader may take nothing; noticed after at most twice that time. */
  readonly readerStallMs?: number;
  /** How long a CDN may keep a file; 0 lets no shared cache keep any. */
  readonly cdnSeconds?: number;
  /** Called after each GET of a file that exists; does not throw. */
  readonly onFetched?: (key: string) => void;
  /** Networks of clients take turns in looking up files. */
  readonly visits?: Turns;
}

/**
 * Serves outputs, checked uploads, photos of characters and products, and renditions of posts:
 * `GET` and `HEAD /media/<key>` with revalidation (RFC 9110, 13), ranges (14) and the headers of
 * media-headers.ts. A path that is no such file goes to the next middleware. The address of an
 * upload that is not checked yet is refused with the reason.
 *
 * @param servedUntil asked for each file that is in the store
 * @throws {Refusal} NOT_FOUND; METHOD_NOT_ALLOWED; UNAVAILABLE when the store does not answer;
 * VALIDATION_ERROR with status 416 for a range beyond the end
 */
export function serveMedia(
  store: ObjectStore,
  servedUntil: ServedUntil,
  { readerStallMs = READER_STALL_MS, cdnSeconds = 0, onFetched, visits }: MediaOptions = {},
): Middleware {
  return async (ctx, next) => {
    const key = ctx.path.startsWith(BASE) ? ctx.path.slice(BASE.length) : '';
    if (isPendingKey(key)) throw refusePending();
    const fileName = fileNameOf(key);
    if (fileName === null) {
      await next();
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new Refusal('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, HEAD' } });
    }

    const find = async () => {
      const found = await findOrRefuse(store.stat(key));
      const msLeft = ((await servedUntil(key)) ?? 0) - Date.now();
      if (msLeft <= 0) throw refuseMissing();
      return { ...found, msLeft };
    };
    const file = visits ? await takeTurnOf(visits, ctx.ip, find) : await find();
    const { size, contentType, msLeft, ...facts } = file;
    if (onFetched && ctx.method === 'GET') ctx.res.once('close', () => onFetched(key));
    const secondsLeft = Math.floor(msLeft / 1_000);
    const headers = storedHeaders(fileName, cacheControlOf(secondsLeft, cdnSeconds));
    const etag = `"${facts.etag}"`;
    const lastModified = facts.modifiedAt.toUTCString();
    ctx.set({ ETag: etag, 'Last-Modified': lastModified });
    ctx.status = 200; // `fresh` only looks at successes
    if (ctx.fresh) {
      ctx.set(headers);
      ctx.status = 304;
      return;
    }

    // `Range` means something for GET only (RFC 9110, 14.2).
    const range = ctx.method === 'GET' ? ctx.get('Range') : '';
    const part = selectRange(range, ctx.get('If-Range'), { size, etag, lastModified });
    if (part === 'unsatisfiable') throw refuseRange(size);
    const bytes = part ?? { start: 0, end: size - 1 };

    if (size === 0) ctx.body = '';
    else if (ctx.method === 'GET') {
      // Koa destroys it, and with it the connection to the store, when the reader leaves.
      ctx.body = await findOrRefuse(store.read(key, bytes));
      ctx.res.setTimeout(readerStallMs, () => ctx.res.destroy());
    }
    ctx.set(headers);
    ctx.set('Content-Type', contentType);
    ctx.length = bytes.end - bytes.start + 1;
    if (part) describePart(ctx, part, size);
  };
}

/**
 * Returns the object. Throws the refusal that says that it is missing or that the store is away.
 */
async function findOrRefuse<T>(lookup: Promise<T | null>): Promise<T> {
  const object = await lookup.catch((error: unknown) => {
    if (!(error instanceof StorageUnavailable)) throw error;
    throw new Refusal('UNAVAILABLE', {
      headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      cause: error,
    });
  });
  if (object === null) throw refuseMissing();
  return object;
}

const refusePending = () =>
  new Refusal('NOT_FOUND', {
    message:
      'The file of this upload is not ready. PUT it to the `upload_url`, then GET /v1/uploads/{id}: the `url` of a ready upload is another one.',
    details: { code: 'UPLOAD_NOT_READY' },
    headers: { 'Cache-Control': 'no-store' },
  });

const refuseMissing = () => new Refusal('NOT_FOUND', { message: 'No such file.' });

function refuseRange(size: number): Refusal {
  return new Refusal('VALIDATION_ERROR', {
    status: 416,
    message: `The range is beyond the end of the file of ${size} bytes.`,
    headers: { 'Content-Range': `bytes */${size}` },
  });
}

function describePart(ctx: Context, { start, end }: ByteRange, size: number): void {
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${start}-${end}/${size}`);
}

/** For this long a browser shows a file without asking whether it was deleted, in seconds. */
const BROWSER_SECONDS = 300;

/**
 * Copies that nobody can call back must not outlive the file, so no cache on the way may keep one.
 * Only a CDN that its operator purges may, and nobody for longer than the file is served.
 */
function cacheControlOf(secondsLeft: number, cdnSeconds: number): string {
  const browser = `max-age=${Math.min(BROWSER_SECONDS, secondsLeft)}`;
  const cdn = Math.min(cdnSeconds, secondsLeft);
  return cdn > 0 ? `public, ${browser}, s-maxage=${cdn}` : `private, ${browser}`;
}

/** The headers of a stored file. */
const storedHeaders = (fileName: string, cacheControl: string): Record<string, string> => ({
  'Accept-Ranges': 'bytes',
  ...mediaHeaders(fileName, cacheControl),
});
