import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { SMALL_BODY_BYTES } from './body-budget.js';
import { readDeclaredLength } from './receive-body.js';
import type { DiscardAllowance } from './refused-body-allowance.js';

/** Maximum time to read and discard the rest of a refused body. */
const LINGER_MS = 2_000;

/**
 * Ends a connection whose request body was not read: sends the response immediately, discards the
 * rest of the body for a short time, then closes the connection. Without this delay, the system
 * would reset the connection, and a client that reads only after sending would lose the response.
 * Node itself skips small bodies, so those connections stay open.
 */
export function closeUnread(ctx: Context, allowance: DiscardAllowance): void {
  if (!isLeftUnread(ctx.req)) return;
  ctx.set('Connection', 'close');
  const { body } = ctx;
  if (body === null || body === undefined || body instanceof Readable) return;
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  ctx.body = Readable.from(answerThenDrop(text, ctx.req, allowance));
  ctx.length = Buffer.byteLength(text);
}

function isLeftUnread(request: IncomingMessage): boolean {
  const length = readDeclaredLength(request);
  return !request.complete && (length === null || length > SMALL_BODY_BYTES);
}

async function* answerThenDrop(
  text: string | Buffer,
  request: IncomingMessage,
  allowance: DiscardAllowance,
) {
  yield text;
  await dropRest(request, allowance);
}

/**
 * Discards the body until it ends, the connection closes, the time limit is reached or the
 * allowance is used up.
 */
async function dropRest(request: IncomingMessage, allowance: DiscardAllowance): Promise<void> {
  if (request.destroyed || request.readableEnded) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(resolve, LINGER_MS);
  const onData = (chunk: Buffer) => {
    if (!allowance.take(chunk.length)) resolve();
  };
  request.on('data', onData).once('end', resolve).once('close', resolve).once('error', resolve);
  request.resume();
  await promise;
  clearTimeout(late);
  request.off('data', onData).pause();
}
