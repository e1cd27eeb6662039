import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, Middleware } from 'koa';

/** Below it packing costs more than the bytes that it saves: such answers fit into a few packets. */
const BYTES_MIN = 8_192;
/** Half the work of the default, for a tenth more bytes. */
const LEVEL = 4;

/**
 * Packs large JSON texts, such as pages of lists, for clients that take them so. Done by Node's
 * threads, so that other requests do not wait. Files and streams are sent as they are.
 */
export function packAnswers(): Middleware {
  return async (ctx, next) => {
    await next();
    const { body } = ctx;
    if (typeof body !== 'string' || Buffer.byteLength(body) < BYTES_MIN) return;
    if (ctx.type !== 'application/json' || ctx.res.hasHeader('Content-Encoding')) return;
    ctx.vary('Accept-Encoding');
    if (!takesGzip(ctx)) return;
    ctx.set('Content-Encoding', 'gzip');
    ctx.body = await promisify(gzip)(body, { level: LEVEL });
  };
}

/** Whether a client takes packed answers; one that names no encoding is sent none. */
export const takesGzip = (ctx: Context): boolean =>
  ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
