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
