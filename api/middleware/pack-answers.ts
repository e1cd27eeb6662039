import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, Middleware } from 'koa';

/**
 * Minimum size for compression. Smaller responses fit into a few packets, so compressing them costs
 * more than it saves.
 */
const BYTES_MIN = 8_192;
/** Compression level: half the work of the default level, for a tenth more bytes. */
const LEVEL = 4;

/**
 * Compresses large JSON responses, such as pages of lists, if the client accepts gzip. Node's
 * thread pool does the work, so that other requests do not wait. Files and streams are sent
 * unchanged.
 */
export function packAnswers(): Middleware {
  return async (ctx, next) => {
    await next();
    const { body } = ctx;
    if (typeof body !== 'string' || Buffer.byteLength(body) < BYTES_MIN) return;
    if (ctx.type !== 'application/json' || ctx.res.hasHeader('Content-Encoding')) return;
    ctx.vary('Accept-Encoding');
    if (!canAcceptGzip(ctx)) return;
    ctx.set('Content-Encoding', 'gzip');
    ctx.body = await promisify(gzip)(body, { level: LEVEL });
  };
}

/** Returns whether a client accepts gzip; false without an Accept-Encoding header. */
export const canAcceptGzip = (ctx: Context): boolean =>
  ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
