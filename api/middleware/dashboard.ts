import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import { loadOnce } from './load-once.js';
import { canAcceptGzip } from './pack-answers.js';
import { MANIFEST_FOLDER, readPreloads } from './page-preloads.js';

type Encoding = 'br' | 'gzip' | 'identity';

interface Asset {
  readonly type: string;
  /** The content by its encoding. */
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

interface Dashboard {
  readonly page: string;
  /** `link` elements for the scripts of each page, by the page's path. */
  readonly preloads: ReadonlyMap<string, string>;
  /** The build's files by path. */
  readonly assets: ReadonlyMap<string, Asset>;
}

/** Origins that the page may use in addition to our own. */
export interface DashboardOrigins {
  /** Origin of images and clips. */
  readonly media: string;
  /** Origin to which uploads are PUT. */
  readonly uploads: string;
}

const BASE = '/app';
/** Pages with separate security policies; `box.ts` and `verify.ts` serve the last two. */
const PAGES = ['index.html', 'box.html', 'verify.html'];
/** Placeholder for the nonce in index.html; each response gets a new nonce. */
const NONCE_PLACE = '__STYLE_NONCE__';

/**
 * Serves the dashboard of `web/` at `/app`. Hashed files are cached forever. Every other path gets
 * index.html, which is never cached, because the page has its own router. `/app/api` is left to the
 * routes. `/` redirects here. Without a build, everything goes to the next middleware.
 *
 * @param folder output of `vite build`; null if the dashboard is not built
 */
export function serveDashboard(folder: string | null, origins: DashboardOrigins): Middleware {
  if (folder === null) return (_, next) => next();
  const load = loadOnce(() => loadDashboard(folder));
  // Loads early, because compression takes a second. The first request repeats a failed load.
  void load().catch(() => null);
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
    const { page, preloads, assets } = await load();
    const asset = assets.get(ctx.path);
    if (asset) sendAsset(ctx, asset);
    // Return 404 for a file of an older build: browsers would run a page in its place as a script.
    else if (ctx.path.startsWith(`${BASE}/assets/`)) ctx.status = 404;
    else sendPage(ctx, page.replace('</head>', `${findPreloads(ctx, preloads)}</head>`), origins);
  };
}

const findPreloads = ({ path }: Context, preloads: Dashboard['preloads']): string =>
  preloads.get(path.slice(BASE.length).replaceAll(/^\/|\/$/g, '')) ?? '';

/**
 * Builds the security policy. It allows no inline scripts, and only inline styles with this
 * response's nonce, because the component library writes its variables into one.
 */
function buildPolicy(nonce: string, { media, uploads }: DashboardOrigins): string {
  const files = toUrlOrigin(media);
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${files}`,
    `media-src 'self' data: blob: ${files}`,
    `connect-src 'self' ${toUrlOrigin(uploads)} ${files}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const toUrlOrigin = (url: string): string => new URL(url).origin;

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
  const encoding = chooseEncoding(ctx);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = asset.bodies[encoding];
}

/** Prefers the smallest body: browsers name Brotli last, although they prefer nothing else. */
function chooseEncoding(ctx: Context): Encoding {
  if (ctx.acceptsEncodings('br', 'identity') === 'br') return 'br';
  return canAcceptGzip(ctx) ? 'gzip' : 'identity';
}

/** Compresses a file with the highest levels: 12 % fewer bytes with Brotli than with gzip. */
const compress = async (bytes: Buffer): Promise<Asset['bodies']> => ({
  identity: bytes,
  gzip: await promisify(gzip)(bytes, { level: 9 }),
  br: await promisify(brotliCompress)(bytes),
});

/**
 * Loads the build into memory (about 2 MB with the compressed bodies), so that requests never read
 * the disk.
 */
async function loadDashboard(folder: string): Promise<Dashboard> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !PAGES.includes(entry.name))
    .filter(({ parentPath }) => basename(parentPath) !== MANIFEST_FOLDER)
    .map(({ parentPath, name }) => join(parentPath, name));
  // Compression takes seconds, so all processors share it.
  const assets = await Promise.all(
    files.map(async (file) => {
      const path = [BASE, ...relative(folder, file).split(sep)].join('/');
      const bodies = await compress(await readFile(file));
      return [path, { type: extname(file), bodies }] as const;
    }),
  );
  return { page, preloads: await readPreloads(folder, BASE), assets: new Map(assets) };
}
