import type { Context } from 'koa';

/** What is still taken of a body that is not wanted, so that its sender gets to read the answer. */
const DISCARD_BYTES_MAX = 64_000_000;
const DISCARD_MS = 5_000;

/**
 * Takes the rest of a body that nobody will read, up to a bound in bytes and time: a connection that
 * is closed while its client sends is reset, and the answer with it is lost. Past the bound the
 * connection is closed after the answer.
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
