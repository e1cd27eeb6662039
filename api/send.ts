import { hash } from 'node:crypto';
import type { Context } from 'koa';
import type { Route, StreamAnswer } from './route.js';

/** A reader that takes no byte for this long is disconnected: what it reads costs connections. */
const READER_STALL_MS = 60_000;

/** Sends an answer while it is made. One that fails on its way ends the connection, as cut off. */
export function sendStream(ctx: Context, route: Route, { body, headers }: StreamAnswer): void {
  const { res } = ctx;
  ctx.status = route.status;
  ctx.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers });
  ctx.type = route.answers ?? 'application/octet-stream';
  body.once('error', () => res.destroy());
  res.setTimeout(READER_STALL_MS, () => res.destroy());
  ctx.body = body;
}

/** Sends a JSON text. */
export function send(ctx: Context, status: number, text: string): void {
  ctx.status = status;
  ctx.type = 'application/json';
  // Answers hold balances and states, so no cache on the way may keep them.
  ctx.set('Cache-Control', 'no-store');
  ctx.body = text;
}

/**
 * The same with an ETag: a client that has this very text already is told so, and gets none (304).
 * The tag is weak, because a text may be packed on its way. Nobody but the caller may keep the
 * answer, and he asks before he uses it again.
 */
export function sendTagged(ctx: Context, status: number, text: string): void {
  send(ctx, status, text);
  const tag = hash('sha256', text, 'base64url').slice(0, 22);
  ctx.set({ ETag: `W/"${tag}"`, 'Cache-Control': 'private, no-cache' });
  // Never for a request that says `Cache-Control: no-cache`.
  if (ctx.get('If-None-Match') !== '' && ctx.fresh) ctx.status = 304;
}
