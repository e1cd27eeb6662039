import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import Koa from 'koa';
import { ALL_CODES, parseErrorSections } from '../../api/docs/error-pages.js';
import { GUIDES } from '../../api/docs/guides.js';
import { renderMarkdown } from '../../api/docs/markdown.js';
import { MODEL_GUIDES } from '../../api/docs/model-guides.js';
import { serveDocs } from '../../api/middleware/docs.js';
import { serveApp } from '../support/loopback.js';
import { DEFAULT_MODELS } from '../support/offered-models.js';

describe('GET /docs/reference', () => {
  let origin = '';
  let stop: () => Promise<void>;

  before(async () => {
    const app = new Koa();
    app.use(
      serveDocs(
        'https://media.example.com',
        () => DEFAULT_MODELS,
        async () => new Map(),
      ),
    );
    app.use((ctx) => {
      ctx.body = 'next';
    });
    ({ origin, stop } = await serveApp(app));
  });

  after(() => stop());

  it('serves the same page with and without a trailing slash, without a redirect', async () => {
    const plain = await fetch(`${origin}/docs/reference`, { redirect: 'error' });
    const slash = await fetch(`${origin}/docs/reference/`, { redirect: 'error' });
    const page = await plain.text();
    expect(page).to.include('<title>Reference · Media platform</title>');
    expect(await slash.text()).to.equal(page);
    expect(plain.headers.get('cache-control')).to.equal('no-cache');
  });

  it('loads scripts and styles only from our own origin', async () => {
    const response = await fetch(`${origin}/docs/reference`);
    const page = await response.text();
    const policy = response.headers.get('content-security-policy');
    expect(policy).to.include("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).to.not.include('unsafe');
    expect(page).to.not.match(/<script>|<style|style="|https?:/);
  });

  it('has assets that exist, can be cached forever and are not sniffed', async () => {
    const page = await (await fetch(`${origin}/docs/reference`)).text();
    const paths = [...page.matchAll(/(?:src|href)="(\/docs\/[^"]+\.\w+)"/g)].map(
      ([, path]) => path,
    );
    expect(paths).to.have.length(7);
    for (const path of paths) {
      const { status, headers } = await fetch(`${origin}${path}`);
      expect(status, path).to.equal(200);
      expect(headers.get('content-type'), path).to.match(
        /^(text\/(css|javascript)|image\/svg\+xml)/,
      );
      expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
    }
  });

  it('sends the uncompressed asset to a client without gzip', async () => {
    const page = await (await fetch(`${origin}/docs/reference`)).text();
    const path = /src="(?<path>[^"]+bundle\.js)"/.exec(page)?.groups?.['path'];
    const packed = await fetch(`${origin}${path}`);
    const plain = await fetch(`${origin}${path}`, { headers: { 'Accept-Encoding': 'identity' } });
    expect(packed.headers.get('content-encoding')).to.equal('gzip');
    expect(plain.headers.get('content-encoding')).to.equal(null);
    expect(await plain.text()).to.equal(await packed.text());
  });

  it('loads the OpenAPI document without storing a key or using an external validator', async () => {
    const page = await (await fetch(`${origin}/docs/reference`)).text();
    const path = /src="(?<path>[^"]+reference\.js)"/.exec(page)?.groups?.['path'];
    const script = await (await fetch(`${origin}${path}`)).text();
    expect(script).to.include("url: '/v1/openapi.json'");
    expect(script).to.include('persistAuthorization: false');
    expect(script).to.include('validatorUrl: null');
  });

  it('passes other paths and methods to the next middleware', async () => {
    for (const path of ['/docs/x', '/docs/../package.json', '/docsx', '/docs/swagger-ui.css']) {
      expect(await (await fetch(`${origin}${path}`)).text(), path).to.equal('next');
    }
    expect(await (await fetch(`${origin}/docs/reference`, { method: 'POST' })).text()).to.equal(
      'next',
    );
  });
});

describe('guides', () => {
  let origin = '';
  let stop: () => Promise<void>;

  before(async () => {
    const app = new Koa();
    app.use(
      serveDocs(
        'https://media.example.com',
        () => DEFAULT_MODELS,
        async () => new Map(),
      ),
    );
    ({ origin, stop } = await serveApp(app));
  });
  after(() => stop());

  const read = async (path: string): Promise<string> => {
    const answer = await fetch(origin + path);
    expect(answer.status, path).to.equal(200);
    expect(answer.headers.get('content-security-policy')).to.include("default-src 'none'");
    expect(answer.headers.get('content-encoding')).to.equal('gzip');
    return answer.text();
  };

  it('link only to pages and anchors that exist', async () => {
    const pages = new Map<string, string>();
    const waiting = ['/docs'];
    const broken: string[] = [];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (pages.has(path)) continue;
      const page = await read(path);
      pages.set(path, page);
      for (const [, to = ''] of page.matchAll(/<a [^>]*href="(\/docs[^"#]*)/g)) waiting.push(to);
    }
    for (const [path, page] of pages) {
      for (const [, to = '', anchor] of page.matchAll(/<a [^>]*href="(\/docs[^"#]*)?#([^"]*)"/g)) {
        const target = pages.get(to || path) ?? '';
        if (!target.includes(`id="${anchor}"`)) broken.push(`${path}: ${to}#${anchor}`);
      }
    }
    expect(broken).to.deep.equal([]);
    expect(pages.size).to.equal(GUIDES.length + MODEL_GUIDES.length + ALL_CODES.length + 1);
  });

  it('have one page with advice for each error code, and no other page about errors', async () => {
    const text = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8');
    const sections = parseErrorSections(text);
    expect([...sections.keys()].toSorted()).to.deep.equal(ALL_CODES.toSorted());
    for (const [code, section] of sections) expect(section.length, code).to.be.above(60);
    expect(await read('/docs/errors/WEBHOOK_LIMIT')).to.include('Delete one that is not needed');
  });

  it('have tabs for consecutive blocks in different languages, and for no others', () => {
    const fence = (info: string) => `\`\`\`${info}\ncode\n\`\`\`\n\n`;
    const namesOf = (...parts: string[]) =>
      renderMarkdown(parts.join(''), 'errors.md')
        .split('<code-tabs>')
        .slice(1)
        .map((tabs) => [...tabs.matchAll(/<section><p>([^<]+)/g)].map(([, name]) => name));
    expect(namesOf(fence('sh'), fence('ts'), fence('sh'), fence('python'))).to.deep.equal([
      ['curl', 'TypeScript'],
      ['curl', 'Python'],
    ]);
    expect(namesOf(fence('sh'), fence('sh title="Command line"'))).to.deep.equal([
      ['curl', 'Command line'],
    ]);
    expect(namesOf(fence('sh'), 'Text.\n\n', fence('ts'))).to.deep.equal([]);
    expect(namesOf(fence('sh'), fence('sh title="on your server"'), fence('json'))).to.deep.equal(
      [],
    );
  });

  it('escape HTML in text, and link only to pages and https', () => {
    const texts = [
      '# <img src=x>',
      '<script>alert(1)</script> <b onclick="x">b</b>',
      'in <b onclick="x">a line</b>, [a](javascript:alert(1)) ![x](y.png) `<i>`',
      '```ts\n</code><script>\n```',
    ];
    const html = renderMarkdown(texts.join('\n\n'), 'errors.md');
    expect(html).to.not.match(/<(script|img|b|i)\b|href/);
    expect(html).to.include('&#60;script&#62;alert(1)');
  });
});
