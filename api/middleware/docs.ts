import type { Context, Middleware } from 'koa';
import type { OfferedModels } from '../docs/model-pages.js';
import { insertTimes } from '../docs/model-times.js';
import type { ServedPage } from '../docs/site.js';
import type { TypicalTimes } from '../../domain/operator/typical-times.js';
import { fixAnswer, sendFixed, type FixedAnswer } from '../fixed-answer.js';
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
export function serveDocs(
  publicUrl: string,
  readModels: () => OfferedModels,
  readTimes: () => Promise<TypicalTimes>,
): Middleware {
  // Load and build the site on the first visit: most processes have no visits, and compressing
  // takes about 100 ms.
  const build = loadOnce(async () => {
    const { buildSite } = await import('../docs/site.js');
    return buildSite(publicUrl, readModels());
  });
  const complete = createTimeInserter(readTimes);
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
    if (found) send(ctx, found.kind, await complete(found));
    else await next();
  };
}

/** Creates a function that inserts the times of models into a page, once per measurement. */
function createTimeInserter(readTimes: () => Promise<TypicalTimes>) {
  const inserted = new WeakMap<ServedPage, { times: TypicalTimes; answer: Promise<FixedAnswer> }>();
  return async (page: ServedPage): Promise<FixedAnswer> => {
    if (!page.hasTimes) return page.answer;
    const times = await readTimes();
    const known = inserted.get(page);
    if (known?.times === times) return known.answer;
    const { type, bytes } = page.answer;
    const answer = fixAnswer(type, Buffer.from(insertTimes(bytes.toString(), times)));
    inserted.set(page, { times, answer });
    return answer;
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

function send(ctx: Context, kind: ServedPage['kind'], answer: FixedAnswer): void {
  ctx.set({ 'X-Content-Type-Options': 'nosniff', ...HEADERS[kind] });
  sendFixed(ctx, answer);
}
