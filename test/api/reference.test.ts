import { expect } from 'chai';
import Koa from 'koa';
import { serveReference } from '../../api/middleware/reference.js';
import { serveApp } from '../support/loopback.js';

describe('GET /docs', () => {
  let origin = '';
  let stop: () => Promise<void>;

  before(async () => {
    const app = new Koa();
    app.use(serveReference());
    app.use((ctx) => {
      ctx.body = 'next';
    });
    ({ origin, stop } = await serveApp(app));
  });

  after(() => stop());

  it('is the same page with and without the last slash, without a redirect', async () => {
    const plain = await fetch(`${origin}/docs`, { redirect: 'error' });
    const slash = await fetch(`${origin}/docs/`, { redirect: 'error' });
    const page = await plain.text();
    expect(page).to.include('<title>Media Generation API');
    expect(await slash.text()).to.equal(page);
    expect(plain.headers.get('cache-control')).to.equal('no-cache');
  });

  it('runs and loads only what our own origin serves', async () => {
    const response = await fetch(`${origin}/docs`);
    const page = await response.text();
    const policy = response.headers.get('content-security-policy');
    expect(policy).to.include("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).to.not.include('unsafe');
    expect(page).to.not.match(/<script>|<style|style="|https?:/);
  });

  it('its assets exist, may be cached for ever and are not sniffed', async () => {
    const page = await (await fetch(`${origin}/docs`)).text();
    const paths = [...page.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path);
    expect(paths).to.have.length(5);
    for (const path of paths) {
      const { status, headers } = await fetch(`${origin}${path}`);
      expect(status, path).to.equal(200);
      expect(headers.get('content-type'), path).to.match(/^(text\/(css|javascript)|image\/png)/);
      expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
    }
  });

  it('a reader that takes no gzip gets the same asset unpacked', async () => {
    const page = await (await fetch(`${origin}/docs`)).text();
    const path = /src="(?<path>[^"]+bundle\.js)"/.exec(page)?.groups?.['path'];
    const packed = await fetch(`${origin}${path}`);
    const plain = await fetch(`${origin}${path}`, { headers: { 'Accept-Encoding': 'identity' } });
    expect(packed.headers.get('content-encoding')).to.equal('gzip');
    expect(plain.headers.get('content-encoding')).to.equal(null);
    expect(await plain.text()).to.equal(await packed.text());
  });

  it('loads the document of the API, keeps no key and asks no validator', async () => {
    const page = await (await fetch(`${origin}/docs`)).text();
    const path = /src="(?<path>[^"]+reference\.js)"/.exec(page)?.groups?.['path'];
    const script = await (await fetch(`${origin}${path}`)).text();
    expect(script).to.include("url: '/v1/openapi.json'");
    expect(script).to.include('persistAuthorization: false');
    expect(script).to.include('validatorUrl: null');
  });

  it('leaves every other path and method to the next middleware', async () => {
    for (const path of ['/docs/x', '/docs/../package.json', '/docsx', '/docs/swagger-ui.css']) {
      expect(await (await fetch(`${origin}${path}`)).text(), path).to.equal('next');
    }
    expect(await (await fetch(`${origin}/docs`, { method: 'POST' })).text()).to.equal('next');
  });
});
