import { ConnectionError, MediaError, TimeoutError } from './errors.js';
import { readError } from './read-response.js';
import { readChunks, type KnownSource } from './upload-source.js';

const PIECE_BYTES = 262_144;
/** Deno sends streams without a length, and object stores refuse such requests. */
const SENDS_LENGTH = !('Deno' in globalThis);

/** Address and headers for the bytes, from the response of `POST /v1/uploads`. */
export interface PutTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PutOptions {
  /** Called with the bytes passed to the connection so far, and the total. */
  readonly onProgress?: ((progress: { sent: number; total: number }) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The part of XMLHttpRequest that reports progress, because `fetch` in browsers does not. */
interface Xhr {
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: Blob): void;
  abort(): void;
  addEventListener(type: 'load' | 'error' | 'abort', listener: () => void): void;
  readonly upload: {
    addEventListener(type: 'progress', listener: (event: { loaded: number }) => void): void;
  };
  readonly status: number;
  readonly responseText: string;
}

/**
 * Sends the bytes of a file to the object store in pieces.
 * @throws {MediaError} or the reason of the signal
 */
export async function putFile(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  target: PutTarget,
  source: KnownSource,
  { onProgress, signal, limitMs }: PutOptions & { readonly limitMs: number },
): Promise<void> {
  const late = AbortSignal.timeout(limitMs);
  const ended = signal ? AbortSignal.any([signal, late]) : late;
  const { XMLHttpRequest: Browser } = globalThis as { XMLHttpRequest?: new () => Xhr };
  try {
    // In browsers, `fetch` does not report progress, and usually cannot send streams.
    const response = Browser
      ? await putInBrowser(new Browser(), target, source, ended, onProgress)
      : await fetch(target.url, {
          method: 'PUT',
          headers: target.headers,
          signal: ended,
          // Otherwise Node.js keeps a copy of the whole body, in case of a redirect.
          redirect: 'error',
          window: null,
          ...(await writeBody(source, onProgress)),
        });
    if (!response.ok) throw await readError(response);
    await response.body?.cancel();
    onProgress?.({ sent: source.size, total: source.size });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof MediaError) throw error;
    if (late.aborted) throw new TimeoutError(`The file was not sent within ${limitMs} ms.`);
    throw new ConnectionError('The file was not received completely.', { cause: error });
  }
}

/**
 * Builds the body: a `Blob` as it is, because every runtime streams blobs, or a stream that counts
 * its bytes.
 */
async function writeBody(
  { content, size }: KnownSource,
  onProgress: PutOptions['onProgress'],
): Promise<RequestInit> {
  if (content instanceof Blob && (!onProgress || !SENDS_LENGTH)) return { body: content };
  const chunks = content instanceof Blob ? readChunks(content.stream()) : content;
  if (!SENDS_LENGTH) return { body: await collect(chunks) };
  const iterator = countChunks(chunks, size, onProgress)[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  // `duplex` is required for streams, but missing in the browser types.
  const init = { body, duplex: 'half' as const };
  return init;
}

async function* countChunks(
  chunks: AsyncIterable<Uint8Array>,
  total: number,
  onProgress: PutOptions['onProgress'],
): AsyncGenerator<Uint8Array, void, undefined> {
  let sent = 0;
  for await (const chunk of chunks) {
    // A blob in memory arrives as one chunk.
    for (let at = 0; at < chunk.byteLength; at += PIECE_BYTES) {
      const piece = chunk.subarray(at, at + PIECE_BYTES);
      yield piece;
      sent += piece.byteLength;
      onProgress?.({ sent, total });
    }
  }
}

async function putInBrowser(
  request: Xhr,
  { url, headers }: PutTarget,
  { content, size: total }: KnownSource,
  signal: AbortSignal,
  onProgress: PutOptions['onProgress'],
): Promise<Response> {
  const body = content instanceof Blob ? content : await collect(content);
  return new Promise((resolve, reject) => {
    const abort = () => request.abort();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) {
      // Only the browser may set the length.
      if (name !== 'Content-Length') request.setRequestHeader(name, value);
    }
    request.upload.addEventListener('progress', ({ loaded }) =>
      onProgress?.({ sent: loaded, total }),
    );
    request.addEventListener('load', () => {
      signal.removeEventListener('abort', abort);
      resolve(new Response(request.responseText || null, { status: request.status }));
    });
    request.addEventListener('error', () => reject(new Error('The connection broke.')));
    request.addEventListener('abort', () => reject(new Error('The upload was aborted.')));
    signal.addEventListener('abort', abort, { once: true });
    request.send(body);
  });
}

/**
 * Collects the chunks in a blob, because browsers keep large blobs outside of the page's memory.
 */
async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Blob> {
  let blob = new Blob([]);
  for await (const chunk of chunks) blob = new Blob([blob, new Uint8Array(chunk)]);
  return blob;
}
