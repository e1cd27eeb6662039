import type { Context } from 'koa';

/** Created once, because creating the reason costs as much as the rest of the signal. */
const GONE = new DOMException('the caller is gone or has its answer', 'AbortError');

/** Creates a signal that is aborted when the connection closes or the response is sent. */
export function createCloseSignal({ res }: Pick<Context, 'res'>): AbortSignal {
  const gone = new AbortController();
  if (res.closed || res.destroyed) gone.abort(GONE);
  else res.once('close', () => gone.abort(GONE));
  return gone.signal;
}
