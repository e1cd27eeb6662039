import type { Middleware } from 'koa';
import { loadOnce } from './load-once.js';

/**
 * Serves one path with code that its first visitor has loaded: most processes never see one.
 * @param load imports and makes the middleware
 */
export function serveLater(path: string, load: () => Promise<Middleware>): Middleware {
  const loaded = loadOnce(load);
  return async (ctx, next) => {
    if (ctx.path !== path) return next();
    const serve = await loaded();
    return serve(ctx, next);
  };
}
