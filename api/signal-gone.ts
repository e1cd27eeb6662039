import type { Context } from 'koa';

/** Made once: to make the reason costs as much as all the rest of a signal. */
const GONE = new DOMException('the caller is gone or has its answer', 'AbortError');

/** Aborted when the connection has closed or the answer has gone out. */
export function signalGone({ res }: Pick<Context, 'res'>): AbortSignal {
  const gone = new AbortController();
  if (res.closed || res.destroyed) gone.abort(GONE);
  else res.once('close', () => gone.abort(GONE));
  return gone.signal;
}
