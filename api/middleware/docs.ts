import type { Context, Middleware } from 'koa';
import type { OfferedModels } from '../docs/model-pages.js';
import type { ServedPage } from '../docs/site.js';
import { sendFixed } from '../fixed-answer.js';
import { loadOnce } from './load-once.js';

/**
 * Content policy that allows only our origin. Swagger UI needs no inline scripts or styles; it
 * draws icons from `data:` and displays a downloaded image from `blob:`.
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

const PATHS = /^\/(docs(\.md|\/.*)?|llms(-full)?\.txt)$/;

/**
 * Serves the guides and the reference: pages below `/docs`, with or without a trailing slash, and
 * their assets below `/docs/<hash of all assets>/`, so that they can be cached forever. The guides
 * are also Markdown: each at its path with `.md`, listed in `/llms.txt`, all in `/llms-full.txt`.
 * `/` redirects here. Other paths and methods go to the next middleware.
 */
export function serveDocs(publicUrl: string, readModels: () => OfferedModels): Middleware {
  // Load and build the site on the first visit: most processes have no visits, and compressing
  // takes about 100 ms.
  const build = loadOnce(async () => {
    const { buildSite } = await import('../docs/site.js');
    return buildSite(publicUrl, readModels());
  });
  return async (ctx, next) => {
    if (ctx.path === '/' && ctx.method === 'GET') {
      ctx.redirect('/docs');
      return;
    }
    if (!PATHS.test(ctx.path) || !['GET', 'HEAD'].includes(ctx.method)) {
      await next();
      return;
    }
    const site = await build();
    const found = site.get(ctx.path) ?? site.get(ctx.path.replace(/\/$/, ''));
    if (found) send(ctx, found);
    else await next();
  };
}

const HEADERS: Readonly<Record<ServedPage['kind'], Record<string, string>>> = {
  asset: { 'Cache-Control': 'public, max-age=31536000, immutable' },
  page: {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'Referrer-Policy': 'no-referrer',
  },
  // Agents read these pages often, and a text may be a few minutes old.
  text: { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' },
};

function send(ctx: Context, { answer, kind }: ServedPage): void {
  ctx.set({ 'X-Content-Type-Options': 'nosniff', ...HEADERS[kind] });
  sendFixed(ctx, answer);
}
