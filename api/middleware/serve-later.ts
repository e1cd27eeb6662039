import type { Middleware } from 'koa';
import { loadOnce } from './load-once.js';

/**
 * Serves a path with code that is loaded on the first visit, because most processes have no visits.
 * @param load imports and creates the middleware
 */
export function serveLater(path: string, load: () => Promise<Middleware>): Middleware {
  const loaded = loadOnce(load);
  return async (ctx, next) => {
    if (ctx.path !== path) return next();
    const serve = await loaded();
    return serve(ctx, next);
  };
}
