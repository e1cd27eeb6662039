import type { Context } from 'koa';

/** Aborted when the connection has closed or the answer has gone out. */
export function signalGone({ res }: Pick<Context, 'res'>): AbortSignal {
  const gone = new AbortController();
  if (res.closed || res.destroyed) gone.abort();
  else res.once('close', () => gone.abort());
  return gone.signal;
}
