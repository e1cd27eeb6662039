import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';
import { takesGzip } from './middleware/pack-answers.js';

/** What is answered with the same bytes each time, so that it is written and packed once. */
export interface FixedAnswer {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  /** Of the bytes as they are; those that are packed have one of their own. */
  readonly hash: string;
}

/** Packs and names an answer. @param type as Koa takes it */
export async function fixAnswer(type: string, bytes: Buffer): Promise<FixedAnswer> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { type, bytes, gzipped: await promisify(gzip)(bytes), hash };
}

export const fixJson = (value: unknown): Promise<FixedAnswer> =>
  fixAnswer('application/json', Buffer.from(JSON.stringify(value)));

/**
 * Sends the answer, or 304 to whoever has it. A strong tag stands for bytes (RFC 9110, 8.8.1), so
 * packed ones have another than plain ones. `Cache-Control` of the answer is the caller's to set.
 */
export function sendFixed(ctx: Context, { type, bytes, gzipped, hash }: FixedAnswer): void {
  const isPacked = takesGzip(ctx);
  ctx.vary('Accept-Encoding');
  ctx.set('ETag', isPacked ? `"${hash}-gzip"` : `"${hash}"`);
  ctx.status = 200; // `fresh` only looks at successes
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = type;
  if (isPacked) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isPacked ? gzipped : bytes;
}
