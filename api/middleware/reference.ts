import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import { REFERENCE_SCRIPT, REFERENCE_STYLE, referencePage } from './reference-page.js';

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
}

interface Reference {
  readonly page: string;
  readonly assets: ReadonlyMap<string, Asset>;
}

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
 * Serves the interactive API reference: the page at `/docs` and `/docs/`, its assets below
 * `/docs/<hash of all assets>/`, so that they can be cached for ever. The page reads
 * `/v1/openapi.json`. `/` redirects here. Any other path or method goes to the next middleware.
 */
export function serveReference(): Middleware {
  let loading: Promise<Reference> | undefined;
  return async (ctx, next) => {
    if (ctx.path === '/' && ctx.method === 'GET') {
      ctx.redirect('/docs');
      return;
    }
    if (!/^\/docs(\/|$)/.test(ctx.path) || !['GET', 'HEAD'].includes(ctx.method)) {
      await next();
      return;
    }
    // Loaded by the first visitor: most processes never see one, and packing takes some 100 ms.
    const { page, assets } = await (loading ??= loadReference());
    const asset = assets.get(ctx.path);
    if (asset) sendAsset(ctx, asset);
    else if (ctx.path === '/docs' || ctx.path === '/docs/') sendPage(ctx, page);
    else await next();
  };
}

function sendPage(ctx: Context, page: string): void {
  ctx.set({
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  ctx.type = 'html';
  ctx.body = page;
}

function sendAsset(ctx: Context, asset: Asset): void {
  ctx.set({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
  });
  ctx.vary('Accept-Encoding');
  ctx.type = asset.type;
  const packed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (packed) ctx.set('Content-Encoding', 'gzip');
  ctx.body = packed ? asset.gzipped : asset.bytes;
}

async function loadReference(): Promise<Reference> {
  // `import.meta.resolve` does not exist where tsx runs this file as CommonJS, as under mocha.
  const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  const readDistributed = (name: string) => readFile(join(manifest, '..', name));
  const files: [string, string, Buffer][] = [
    ['swagger-ui.css', 'text/css', await readDistributed('swagger-ui.css')],
    ['swagger-ui-bundle.js', 'text/javascript', await readDistributed('swagger-ui-bundle.js')],
    ['favicon.png', 'image/png', await readDistributed('favicon-32x32.png')],
    ['reference.css', 'text/css', Buffer.from(REFERENCE_STYLE)],
    ['reference.js', 'text/javascript', Buffer.from(REFERENCE_SCRIPT)],
  ];
  const hash = createHash('sha256');
  for (const [, , bytes] of files) hash.update(bytes);
  const folder = `/docs/${hash.digest('hex').slice(0, 16)}`;

  const assets = new Map<string, Asset>();
  for (const [name, type, bytes] of files) {
    assets.set(`${folder}/${name}`, { type, bytes, gzipped: await promisify(gzip)(bytes) });
  }
  return { page: referencePage(folder), assets };
}
