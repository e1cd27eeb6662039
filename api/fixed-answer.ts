import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';
import { canAcceptGzip } from './middleware/pack-answers.js';

/** A static response, serialised and compressed once. */
export interface FixedAnswer {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  /** Hash of the uncompressed bytes. The compressed bytes get a different tag. */
  readonly hash: string;
}

/** Compresses and hashes a response. @param type media type, in Koa's notation */
export async function fixAnswer(type: string, bytes: Buffer): Promise<FixedAnswer> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { type, bytes, gzipped: await promisify(gzip)(bytes), hash };
}

export const fixJson = (value: unknown): Promise<FixedAnswer> =>
  fixAnswer('application/json', Buffer.from(JSON.stringify(value)));

/**
 * Sends the response, or 304 if the client already has it. A strong tag identifies bytes (RFC 9110,
 * 8.8.1), so the compressed bytes have a different tag. The caller sets `Cache-Control`.
 */
export function sendFixed(ctx: Context, { type, bytes, gzipped, hash }: FixedAnswer): void {
  const isPacked = canAcceptGzip(ctx);
  ctx.vary('Accept-Encoding');
  ctx.set('ETag', isPacked ? `"${hash}-gzip"` : `"${hash}"`);
  ctx.status = 200; // `fresh` only works for successful responses
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = type;
  if (isPacked) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isPacked ? gzipped : bytes;
}
