import type { Context } from 'koa';

/** How much of an unwanted body is still read, so that its sender gets to read the answer. */
const DISCARD_BYTES_MAX = 64_000_000;
const DISCARD_MS = 5_000;

/**
 * Reads and drops the rest of an unwanted body, up to a limit in bytes and time. A connection that
 * is closed while its client sends is reset, and then the client loses the answer. Beyond the limit
 * the connection is closed after the answer.
 */
export async function discardBody(ctx: Context): Promise<void> {
  const { req: request } = ctx;
  if (request.complete) return;
  const whole = request.destroyed ? false : await drain(request);
  if (!whole) ctx.set('Connection', 'close');
}

async function drain(request: Context['req']): Promise<boolean> {
  let left = DISCARD_BYTES_MAX;
  let late: NodeJS.Timeout | undefined;
  const whole = await new Promise<boolean>((resolve) => {
    late = setTimeout(() => resolve(false), DISCARD_MS);
    request
      .once('end', () => resolve(true))
      .once('close', () => resolve(false))
      .once('error', () => resolve(false));
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve(false);
    });
    request.resume();
  });
  clearTimeout(late);
  return whole;
}
