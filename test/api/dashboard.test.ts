import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import Koa from 'koa';
import { serveDashboard } from '../../api/middleware/dashboard.js';
import { serveApp } from '../support/loopback.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const ORIGINS = { media: 'https://cdn.example/media', uploads: 'https://store.example' };
const PAGE =
  '<!doctype html><head><meta name="style-nonce" content="__STYLE_NONCE__" /></head><div id="root">';
const MANIFEST = {
  'index.html': { file: 'assets/index-abc.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js' },
  '_tile.js': { file: 'assets/tile.js' },
  'src/pages/home/page.tsx': { file: 'assets/home.js', imports: ['_shared.js'] },
  'src/pages/library/page.tsx': {
    file: 'assets/library.js',
    imports: ['_shared.js', '_tile.js'],
    css: ['assets/library.css'],
  },
};
const SCRIPT = 'export const answer = 42;\n'.repeat(50);

describe('GET /app', () => {
  const folder = temporaryFolder('dashboard-');
  let origin = '';
  let stop: () => Promise<void>;

  async function serve(built: string | null) {
    const app = new Koa();
    // Koa responds to a failure anyway. Its log line would only clutter the test output.
    app.silent = true;
    app.use(serveDashboard(built, ORIGINS));
    app.use((ctx) => {
      ctx.body = 'next';
    });
    return serveApp(app);
  }

  before(async () => {
    await mkdir(join(folder(), 'assets'));
    await writeFile(join(folder(), 'index.html'), PAGE);
    await writeFile(join(folder(), 'box.html'), 'the page of upload boxes');
    await writeFile(join(folder(), 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(folder(), 'assets', 'index-abc.js'), SCRIPT);
    await mkdir(join(folder(), '.vite'));
    await writeFile(join(folder(), '.vite', 'manifest.json'), JSON.stringify(MANIFEST));
    ({ origin, stop } = await serve(folder()));
  });

  after(() => stop());

  it('serves the same page at every dashboard path, never cached', async () => {
    for (const path of ['/app', '/app/', '/app/library/gen_1', '/app/sign-in', '/app/apiary']) {
      const answer = await fetch(`${origin}${path}`, { redirect: 'error' });
      expect(await answer.text(), path).to.include('<div id="root">');
      expect(answer.headers.get('cache-control'), path).to.equal('no-store');
      expect(answer.headers.get('content-type'), path).to.include('text/html');
    }
  });

  it('does not serve the upload box page, which has a different policy', async () => {
    const answer = await fetch(`${origin}/app/box.html`);
    expect(await answer.text()).to.include('<div id="root">');
  });

  it('forbids inline scripts, and allows inline styles only with the nonce of the response', async () => {
    const nonces = new Set<string>();
    for (const path of ['/app', '/app']) {
      const answer = await fetch(`${origin}${path}`);
      const policy = answer.headers.get('content-security-policy') ?? '';
      const nonce = /style-src 'self' 'nonce-(?<nonce>[\w-]{22})'/.exec(policy)?.groups?.['nonce'];
      expect(policy).to.include("default-src 'none'; script-src 'self';");
      expect(policy).to.include("frame-ancestors 'none'").and.not.include('unsafe');
      expect(await answer.text())
        .to.include(`content="${nonce}"`)
        .and.not.include('__STYLE');
      nonces.add(nonce ?? '');
    }
    expect(nonces.size).to.equal(2);
  });

  it('allows media from the CDN and uploads to the store', async () => {
    const policy = (await fetch(`${origin}/app`)).headers.get('content-security-policy');
    expect(policy).to.include("img-src 'self' data: blob: https://cdn.example;");
    expect(policy).to.include("connect-src 'self' https://store.example https://cdn.example;");
  });

  it('lets files with a hash in their name be cached forever, compressed or not', async () => {
    const read = (encodings: string) =>
      fetch(`${origin}/app/assets/index-abc.js`, { headers: { 'Accept-Encoding': encodings } });
    const packed = await read('gzip, deflate, br, zstd');
    const [zipped, plain] = [await read('gzip, deflate'), await read('identity')];
    expect(packed.headers.get('content-encoding')).to.equal('br');
    expect(zipped.headers.get('content-encoding')).to.equal('gzip');
    expect(plain.headers.get('content-encoding')).to.equal(null);
    expect(packed.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect(packed.headers.get('content-type')).to.include('javascript');
    expect(packed.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(await packed.text()).to.equal(SCRIPT);
    expect(await zipped.text()).to.equal(SCRIPT);
    expect(await plain.text()).to.equal(SCRIPT);
  });

  it('names the scripts and styles of the requested page, so that a browser requests them immediately', async () => {
    const read = async (path: string) => {
      const text = await (await fetch(`${origin}${path}`)).text();
      return [...text.matchAll(/<link rel="(?<rel>[a-z]+)"[^>]* href="(?<href>[^"]+)"/g)].map(
        ({ groups }) => `${groups?.['rel']} ${groups?.['href']}`,
      );
    };
    expect(await read('/app/library')).to.deep.equal([
      'modulepreload /app/assets/library.js',
      'preload /app/assets/library.css',
      'modulepreload /app/assets/tile.js',
    ]);
    expect(await read('/app/')).to.deep.equal(['modulepreload /app/assets/home.js']);
    expect(await read('/app/unknown')).to.deep.equal([]);
    expect(await (await fetch(`${origin}/app/.vite/manifest.json`)).text()).to.include('id="root"');
  });

  it('lets other files be cached for an hour', async () => {
    const icon = await fetch(`${origin}/app/favicon.svg`);
    expect(icon.headers.get('cache-control')).to.equal('public, max-age=3600');
    expect(icon.headers.get('content-type')).to.include('image/svg+xml');
  });

  it('returns 404 for a file from an older build', async () => {
    const { status } = await fetch(`${origin}/app/assets/index-old.js`);
    expect(status).to.equal(404);
  });

  it('does not serve files outside the build folder', async () => {
    for (const path of ['/app/assets/../../index.html', '/app/assets/%2e%2e/index.html']) {
      const answer = await fetch(`${origin}${path}`);
      expect(await answer.text(), path).to.not.include('__STYLE_NONCE__');
    }
  });

  it('is the target of the redirect from /', async () => {
    const answer = await fetch(`${origin}/`, { redirect: 'manual' });
    expect(answer.status).to.equal(302);
    expect(answer.headers.get('location')).to.equal('/app');
  });

  it('passes requests for the dashboard API, other methods and other paths to the next middleware', async () => {
    for (const path of ['/app/api', '/app/api/session', '/apple', '/v1/images']) {
      expect(await (await fetch(`${origin}${path}`)).text(), path).to.equal('next');
    }
    const post = await fetch(`${origin}/app`, { method: 'POST' });
    expect(await post.text()).to.equal('next');
  });

  it('checks for a missing build again at the next request', async () => {
    const late = join(folder(), 'late');
    const begun = await serve(late);
    try {
      expect((await fetch(`${begun.origin}/app`)).status).to.equal(500);
      await mkdir(late);
      await writeFile(join(late, 'index.html'), PAGE);
      const answer = await fetch(`${begun.origin}/app`);
      expect(await answer.text()).to.include('<div id="root">');
    } finally {
      await begun.stop();
    }
  });

  it('passes all requests to the next middleware if the build is missing', async () => {
    const bare = await serve(null);
    try {
      for (const path of ['/', '/app']) {
        expect(await (await fetch(`${bare.origin}${path}`)).text(), path).to.equal('next');
      }
    } finally {
      await bare.stop();
    }
  });
});
