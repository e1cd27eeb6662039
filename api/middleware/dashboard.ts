import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import { loadOnce } from './load-once.js';
import { takesGzip } from './pack-answers.js';

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
}

interface Dashboard {
  readonly page: string;
  /** By path. */
  readonly assets: ReadonlyMap<string, Asset>;
}

/** Where files come from and go to beside our own origin. */
export interface DashboardOrigins {
  /** Pictures and clips. */
  readonly media: string;
  /** Where uploads are PUT. */
  readonly uploads: string;
}

const BASE = '/app';
/** They are served under policies of their own: the second one by `box.ts`. */
const PAGES = ['index.html', 'box.html'];
/** Stands in index.html; each answer has its own. */
const NONCE_PLACE = '__STYLE_NONCE__';

/**
 * Serves the dashboard of `web/` at `/app`: hashed files for ever, and index.html, never kept, at
 * every other path, since the page itself knows its addresses. `/app/api` is left to the routes.
 * `/` leads here. Without a build all goes to the next middleware.
 *
 * @param folder what `vite build` has written; null for none
 */
export function serveDashboard(folder: string | null, origins: DashboardOrigins): Middleware {
  if (folder === null) return (_, next) => next();
  const load = loadOnce(() => loadDashboard(folder));
  return async (ctx, next) => {
    const isRead = ['GET', 'HEAD'].includes(ctx.method);
    if (ctx.path === '/' && isRead) {
      ctx.redirect(BASE);
      return;
    }
    if (!isRead || !/^\/app(\/|$)/.test(ctx.path) || /^\/app\/api(\/|$)/.test(ctx.path)) {
      await next();
      return;
    }
    const { page, assets } = await load();
    const asset = assets.get(ctx.path);
    if (asset) sendAsset(ctx, asset);
    // A file of an older build is gone: a page in its place would be read as a script.
    else if (ctx.path.startsWith(`${BASE}/assets/`)) ctx.status = 404;
    else sendPage(ctx, page, origins);
  };
}

/**
 * No inline script at all, and of inline styles only those with the nonce of this answer: the
 * library of components puts its variables into one.
 */
function buildPolicy(nonce: string, { media, uploads }: DashboardOrigins): string {
  const files = originOf(media);
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${files}`,
    `media-src 'self' data: blob: ${files}`,
    `connect-src 'self' ${originOf(uploads)} ${files}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const originOf = (url: string): string => new URL(url).origin;

function sendPage(ctx: Context, page: string, origins: DashboardOrigins): void {
  const nonce = randomBytes(16).toString('base64url');
  ctx.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': buildPolicy(nonce, origins),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  });
  ctx.type = 'html';
  ctx.body = page.replaceAll(NONCE_PLACE, nonce);
}

function sendAsset(ctx: Context, asset: Asset): void {
  const isHashed = ctx.path.startsWith(`${BASE}/assets/`);
  ctx.set({
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    'X-Content-Type-Options': 'nosniff',
  });
  ctx.vary('Accept-Encoding');
  ctx.type = asset.type;
  const packed = takesGzip(ctx);
  if (packed) ctx.set('Content-Encoding', 'gzip');
  ctx.body = packed ? asset.gzipped : asset.bytes;
}

const pack = (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes, { level: 9 });

/** Into memory, some 300 kB packed: a path of a request then never reaches the disk. */
async function loadDashboard(folder: string): Promise<Dashboard> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const assets = new Map<string, Asset>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || PAGES.includes(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    const path = [BASE, ...relative(folder, file).split(sep)].join('/');
    assets.set(path, { type: extname(file), bytes, gzipped: await pack(bytes) });
  }
  return { page, assets };
}
