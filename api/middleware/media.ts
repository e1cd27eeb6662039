import type { Context, Middleware } from 'koa';
import { toFileName, isPendingKey } from '../../domain/catalogue/object-keys.js';
import {
  type ObjectFacts,
  type ObjectStore,
  StorageUnavailable,
} from '../../domain/ports/object-store.js';
import { Refusal } from '../../domain/contract/refusal.js';
import type { TurnQueue } from '../../domain/ports/turns.js';
import { describePart, refuseRange, selectRange } from './byte-range.js';
import { buildMediaHeaders } from './media-headers.js';
import { runInOwnerTurn } from './stranger-turn.js';

/**
 * Path prefix. The rest of the path is an object key. It is not decoded, so that encoded spellings
 * do not reach the store. domain/catalogue/object-kinds.ts defines which keys are served.
 */
const BASE = '/media/';

/** Delay of a retry in seconds, if the store did not respond. */
const RETRY_AFTER_SECONDS = 5;

/** Lookups of an object that is replaced each time, before the caller has to retry. */
const LOOKUPS_MAX = 3;

/**
 * A reader that accepts no byte for this long is disconnected, because it occupies a connection to
 * the store.
 */
const READER_STALL_MS = 60_000;

/**
 * Returns the time until which an object is served, in Unix milliseconds; null if it is not served.
 */
export type ServedUntil = (key: string) => Promise<number | null>;

interface MediaOptions {
  /** Maximum stall of a reader. A stall is detected after at most twice that time. */
  readonly readerStallMs?: number;
  /** CDN cache lifetime in seconds; 0 forbids shared caches. */
  readonly cdnSeconds?: number;
  /** Called after each GET of an existing file; does not throw. */
  readonly onFetched?: (key: string) => void;
  /** Queue in which client networks take turns for file lookups. */
  readonly visits?: TurnQueue;
}

/**
 * Serves outputs, checked uploads, photos of characters and products, and renditions of posts:
 * `GET` and `HEAD /media/<key>` with revalidation (RFC 9110, 13), ranges (14) and the headers from
 * media-headers.ts. Other paths go to the next middleware. An upload that is not checked yet is
 * refused with the reason.
 *
 * @param servedUntil called for each file in the store
 * @throws {Refusal} NOT_FOUND; METHOD_NOT_ALLOWED; UNAVAILABLE if the store does not respond;
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
    const fileName = toFileName(key);
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
      return { ...found, key, fileName, msLeft };
    };
    const findInTurn = () => (visits ? runInOwnerTurn(visits, ctx.ip, find) : find());
    const options = { store, readerStallMs, cdnSeconds };
    for (let left = LOOKUPS_MAX; !(await sendObject(ctx, await findInTurn(), options)); left -= 1) {
      if (left === 1) throw refuseUnavailable();
    }
    if (onFetched && ctx.method === 'GET') ctx.res.once('close', () => onFetched(key));
  };
}

/** An object to send, as it was found. */
interface FoundObject extends ObjectFacts {
  readonly key: string;
  readonly fileName: string;
  readonly msLeft: number;
}

/** @returns false if the object was replaced since it was found, so nothing was sent */
async function sendObject(
  ctx: Context,
  { key, fileName, size, contentType, msLeft, ...facts }: FoundObject,
  {
    store,
    readerStallMs,
    cdnSeconds,
  }: { readonly store: ObjectStore } & Required<Pick<MediaOptions, 'readerStallMs' | 'cdnSeconds'>>,
): Promise<boolean> {
  const secondsLeft = Math.floor(msLeft / 1_000);
  const headers = buildStoredHeaders(fileName, buildCacheControl(secondsLeft, cdnSeconds));
  const etag = `"${facts.etag}"`;
  const lastModified = facts.modifiedAt.toUTCString();
  ctx.set({ ETag: etag, 'Last-Modified': lastModified });
  ctx.status = 200; // `fresh` only works for successful responses
  if (ctx.fresh) {
    ctx.set(headers);
    ctx.status = 304;
    return true;
  }

  // `Range` only applies to GET (RFC 9110, 14.2).
  const range = ctx.method === 'GET' ? ctx.get('Range') : '';
  const part = selectRange(range, ctx.get('If-Range'), { size, etag, lastModified });
  if (part === 'unsatisfiable') throw refuseRange(size);
  const bytes = part ?? { start: 0, end: size - 1 };

  if (size === 0) ctx.body = '';
  else if (ctx.method === 'GET') {
    const body = await orUnavailable(store.read(key, bytes, facts.etag));
    if (body === null) return false;
    // When the reader disconnects, Koa destroys this stream and so closes the store connection.
    ctx.body = body;
    ctx.res.setTimeout(readerStallMs, () => ctx.res.destroy());
  }
  ctx.set(headers);
  ctx.set('Content-Type', contentType);
  ctx.length = bytes.end - bytes.start + 1;
  if (part) describePart(ctx, part, size);
  return true;
}

/**
 * Returns the object.
 * @throws {Refusal} if the object is missing or the store is unavailable
 */
async function findOrRefuse<T>(lookup: Promise<T | null>): Promise<T> {
  const object = await orUnavailable(lookup);
  if (object === null) throw refuseMissing();
  return object;
}

/** @throws {Refusal} UNAVAILABLE if the store does not respond */
const orUnavailable = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw error instanceof StorageUnavailable ? refuseUnavailable(error) : error;
  });

const refuseUnavailable = (cause?: unknown) =>
  new Refusal('UNAVAILABLE', { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) }, cause });

const refusePending = () =>
  new Refusal('NOT_FOUND', {
    message:
      'The file of this upload is not ready. PUT it to the `upload_url`, then GET /v1/uploads/{id}: the `url` of a ready upload is a different one.',
    details: { code: 'UPLOAD_NOT_READY' },
    headers: { 'Cache-Control': 'no-store' },
  });

const refuseMissing = () => new Refusal('NOT_FOUND', { message: 'There is no such file.' });

/** Browser cache lifetime in seconds: a deleted file can stay visible for that long. */
const BROWSER_SECONDS = 300;

/**
 * Builds the cache header. Copies that cannot be recalled must not outlive the file, so shared
 * caches must not store it. Only a CDN that the operator purges may, and only while the file is
 * served.
 */
function buildCacheControl(secondsLeft: number, cdnSeconds: number): string {
  const browser = `max-age=${Math.min(BROWSER_SECONDS, secondsLeft)}`;
  const cdn = Math.min(cdnSeconds, secondsLeft);
  return cdn > 0 ? `public, ${browser}, s-maxage=${cdn}` : `private, ${browser}`;
}

/** Builds the headers that are stored with a file. */
const buildStoredHeaders = (fileName: string, cacheControl: string): Record<string, string> => ({
  'Accept-Ranges': 'bytes',
  ...buildMediaHeaders(fileName, cacheControl),
});
