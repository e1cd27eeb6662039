import { hash } from 'node:crypto';
import type { Context } from 'koa';
import type { Route, StreamAnswer } from './route.js';

/** A reader that accepts no byte for this long is disconnected, because it occupies connections. */
const READER_STALL_MS = 60_000;

/**
 * Sends a streamed response. If the stream fails, the connection is closed, so that clients detect
 * the truncation.
 */
export function sendStream(
  ctx: Context,
  route: Route,
  { body, headers, status }: StreamAnswer,
): void {
  const { res } = ctx;
  ctx.status = status;
  ctx.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers });
  if (status === 204) {
    body.destroy();
    return;
  }
  ctx.type = route.answers ?? 'application/octet-stream';
  body.once('error', () => res.destroy());
  res.setTimeout(READER_STALL_MS, () => res.destroy());
  ctx.body = body;
}

/** Sends a JSON response. */
export function send(ctx: Context, status: number, text: string): void {
  ctx.status = status;
  ctx.type = 'application/json';
  // Responses contain balances and states, so no cache may store them.
  ctx.set('Cache-Control', 'no-store');
  ctx.body = text;
}

/**
 * Sends a JSON response with an ETag; a client that already has this text gets 304. The tag is
 * weak, because the text can be compressed. Only the caller may cache the response, and must
 * revalidate it before each use.
 */
export function sendTagged(ctx: Context, status: number, text: string): void {
  send(ctx, status, text);
  const tag = hash('sha256', text, 'base64url').slice(0, 22);
  ctx.set({ ETag: `W/"${tag}"`, 'Cache-Control': 'private, no-cache' });
  // `fresh` is never true for a request with `Cache-Control: no-cache`.
  if (ctx.get('If-None-Match') !== '' && ctx.fresh) ctx.status = 304;
}
