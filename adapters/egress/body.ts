import type { ExchangeResponse } from './exchange.js';
import { toUrlRefusal, UrlRefused } from './refusal.js';

/** Reads a body to its end at its own pace. Errors thrown by the sink are passed on unchanged. */
export type BodySink = (body: AsyncIterable<Buffer>) => Promise<void>;

export interface FileFacts {
  readonly bytes: number;
  /** The content type as sent by the server; empty if missing. */
  readonly contentType: string;
  /** The server's `Cache-Control` header; empty if missing. */
  readonly cacheControl: string;
}

/**
 * Passes the whole, uncompressed body of a 200 response to the sink and counts its bytes.
 * @throws {UrlRefused} `http_status`, `encoding`, `too_large`, `timeout` or `reset`
 */
export async function readFile(
  response: ExchangeResponse,
  maxBytes: number,
  deadline: AbortSignal,
  sink: BodySink,
): Promise<FileFacts> {
  const { 'content-length': length = 0, 'content-type': type } = response.headers;
  const { 'cache-control': kept } = response.headers;
  if (response.statusCode !== 200) {
    throw new UrlRefused('http_status', { figure: response.statusCode });
  }
  if (!isPlain(response)) throw new UrlRefused('encoding');
  const buildTooLarge = () => new UrlRefused('too_large', { figure: maxBytes });
  if (Number(length) > maxBytes) throw buildTooLarge();
  let bytes = 0;
  let fault: Error | null = new Error('the sink left part of the body unread');
  async function* countBytes(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of response.body) {
        bytes += (chunk as Buffer).length;
        if (bytes > maxBytes) throw buildTooLarge();
        yield chunk as Buffer;
      }
      fault = null;
    } catch (error) {
      fault = toUrlRefusal(error, deadline);
      throw fault;
    }
  }
  await sink(countBytes()).catch((error: unknown) => {
    // A pipeline may wrap the body's error.
    throw fault instanceof UrlRefused ? fault : error;
  });
  // The sink may swallow the body's error, but a partial body must not count as complete.
  if (fault) throw fault;
  const toHeaderText = (header: unknown) => (typeof header === 'string' ? header : '');
  return { bytes, contentType: toHeaderText(type), cacheControl: toHeaderText(kept) };
}

/**
 * Reads up to `maxBytes` of a body as text, less if the body breaks off. Returns an empty text if
 * the body is compressed.
 */
export async function readExcerpt(response: ExchangeResponse, maxBytes: number): Promise<string> {
  if (!isPlain(response)) return '';
  const text = new TextDecoder();
  let excerpt = '';
  let left = maxBytes;
  try {
    for await (const chunk of response.body) {
      const bytes = chunk as Buffer;
      excerpt += text.decode(bytes.subarray(0, left), { stream: true });
      left -= bytes.length;
      if (left <= 0) break;
    }
    return excerpt;
  } catch {
    // The headers already decided the result, so an incomplete or slow body does not change it.
    return excerpt;
  }
}

/**
 * Returns whether a body is uncompressed. The request asked for an uncompressed body, to prevent
 * decompression bombs.
 */
function isPlain({ headers }: ExchangeResponse): boolean {
  const coding = headers['content-encoding'] ?? 'identity';
  return typeof coding === 'string' && /^(identity)?$/i.test(coding);
}
