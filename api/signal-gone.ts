import type { Context } from 'koa';

/** Made once: without a reason each answered request would make an error, with its stack. */
const GONE = new Error('the caller is gone or has its answer');

/** Aborted when the connection has closed or the answer has gone out. */
export function signalGone({ res }: Pick<Context, 'res'>): AbortSignal {
  const gone = new AbortController();
  if (res.closed || res.destroyed) gone.abort(GONE);
  else res.once('close', () => gone.abort(GONE));
  return gone.signal;
}
