import type { Context, Middleware } from 'koa';
import { buildSite, type Served } from '../docs/site.js';
import { sendFixed } from '../fixed-answer.js';
import { loadOnce } from './load-once.js';

/**
 * Everything comes from our own origin. Swagger UI needs no inline script and no inline style; it
 * draws icons from `data:` and shows a downloaded image from `blob:`.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves guides and reference: pages below `/docs`, with and without a last slash, and their assets
 * below `/docs/<hash of all assets>/`, so that they can be cached for ever. `/` redirects here. Any
 * other path or method goes to the next middleware.
 */
export function serveDocs(): Middleware {
  // For the first visitor: most processes never see one, and packing takes some 100 ms.
  const build = loadOnce(buildSite);
  return async (ctx, next) => {
    if (ctx.path === '/' && ctx.method === 'GET') {
      ctx.redirect('/docs');
      return;
    }
    if (!/^\/docs(\/|$)/.test(ctx.path) || !['GET', 'HEAD'].includes(ctx.method)) {
      await next();
      return;
    }
    const site = await build();
    const found = site.get(ctx.path) ?? site.get(ctx.path.replace(/\/$/, ''));
    if (found) send(ctx, found);
    else await next();
  };
}

function send(ctx: Context, { answer, isFixed }: Served): void {
  ctx.set('X-Content-Type-Options', 'nosniff');
  if (isFixed) ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  else {
    ctx.set({
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Referrer-Policy': 'no-referrer',
    });
  }
  sendFixed(ctx, answer);
}
