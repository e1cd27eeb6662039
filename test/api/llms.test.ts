import { expect } from 'chai';
import Koa from 'koa';
import { buildMarkdownPath, GUIDES } from '../../api/docs/guides.js';
import { toSiteMarkdown } from '../../api/docs/llms.js';
import { MODEL_GUIDES } from '../../api/docs/model-guides.js';
import { serveDocs } from '../../api/middleware/docs.js';
import { serveApp } from '../support/loopback.js';
import { DEFAULT_MODELS } from '../support/offered-models.js';

const PUBLIC = 'https://media.example.com';
/** More than the guides need, and small enough for the context of a language model. */
const FULL_BYTES_MAX = 200_000;
const LINK = /\[[^\]]+\]\((https:\/\/media\.example\.com[^)\s]*)\)/g;
/** Paths served by other parts of the API. */
const ELSEWHERE = ['/v1/openapi.json', '/openai/v1/openapi.json', '/mcp'];

describe('documentation for language models', () => {
  let times: ReadonlyMap<string, number> = new Map();
  let origin = '';
  let stop: () => Promise<void>;

  before(async () => {
    const app = new Koa();
    app.use(
      serveDocs(
        PUBLIC,
        () => DEFAULT_MODELS,
        async () => times,
      ),
    );
    ({ origin, stop } = await serveApp(app));
  });
  after(() => stop());

  const read = async (path: string): Promise<string> => {
    const response = await fetch(origin + path);
    expect(response.status, path).to.equal(200);
    const type = path.endsWith('.md') ? 'text/markdown' : 'text/plain';
    expect(response.headers.get('content-type')).to.equal(`${type}; charset=utf-8`);
    expect(response.headers.get('cache-control')).to.equal('public, max-age=300');
    expect(response.headers.get('content-encoding')).to.equal('gzip');
    return response.text();
  };
  const findPaths = (text: string) =>
    [...text.matchAll(LINK)].map(([, url = '']) => url.slice(PUBLIC.length));

  it('shows the current times of models, which are measured while the service runs', async () => {
    times = new Map();
    const path = '/docs/models/kling-3.0.md';
    expect(await read(path)).to.include('Typical time on this service: no runs yet.');
    times = new Map([
      ['kling-3.0', 150],
      ['service-image', 12],
    ]);
    expect(await read(path)).to.include('Typical time on this service: about 3 min.');
    const models = await read('/docs/models.md');
    expect(models).to.match(/Image model.*\| about 12 s \|/);
    expect(models).to.match(/Veo 3 Fast.*\| no runs yet \|/);
    expect(await read('/llms-full.txt')).to.not.include('{typical-time');
    const page = await (await fetch(`${origin}/docs/models/kling-3.0`)).text();
    expect(page).to.include('about 3 min');
    expect(page).to.not.include('{typical-time');
  });

  it('has an index in the format of llmstxt.org that lists every guide', async () => {
    const text = await read('/llms.txt');
    expect(text).to.match(/^# .+\n\n> .+\n\n- /);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).to.deep.equal([
      'Guides',
      'Models',
      'API',
      'Optional',
    ]);
    for (const line of text.slice(text.indexOf('## ')).split('\n')) {
      expect(line).to.match(/^($|## |- \[[^\]]+\]\(https:[^)]+\): .+)/);
    }
    for (const guide of [...GUIDES, ...MODEL_GUIDES]) {
      expect(text).to.include(`- [${guide.title}](${PUBLIC}${buildMarkdownPath(guide)}): `);
    }
    for (const path of ELSEWHERE) expect(findPaths(text)).to.include(path);
  });

  it('links only to texts and pages that exist', async () => {
    const waiting = ['/llms.txt'];
    const seen = new Set(ELSEWHERE);
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      if (path === '/docs/reference') expect((await fetch(origin + path)).status).to.equal(200);
      else waiting.push(...findPaths(await read(path)).map((link) => link.replace(/#.*/, '')));
    }
    expect(seen.size).to.equal(GUIDES.length + MODEL_GUIDES.length + ELSEWHERE.length + 3);
  });

  it('includes a text with all guides and their addresses, of limited size', async () => {
    const text = await read('/llms-full.txt');
    expect(Buffer.byteLength(text)).to.be.below(FULL_BYTES_MAX);
    for (const guide of GUIDES) {
      const page = await read(buildMarkdownPath(guide));
      const [title = '', ...rest] = page.split('\n');
      const path = buildMarkdownPath(guide).replace(/\.md$/, '');
      expect(text).to.include(`${title}\n\nSource: ${PUBLIC}${path}\n${rest.join('\n')}`);
    }
  });

  it('is not sent again to a client with the current version', async () => {
    const first = await fetch(`${origin}/llms.txt`);
    await first.text();
    const headers = {
      'If-None-Match': first.headers.get('etag') ?? '',
      'Cache-Control': 'max-age=0',
    };
    expect((await fetch(`${origin}/llms.txt`, { headers })).status).to.equal(304);
    const head = await fetch(`${origin}/llms-full.txt`, { method: 'HEAD' });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
  });

  it('is linked from the head of every guide', async () => {
    const page = await (await fetch(`${origin}/docs/webhooks`)).text();
    expect(page).to.match(/<link rel="alternate" type="text\/plain"[^>]* href="\/llms\.txt">/);
    expect(page).to.match(
      /<link rel="alternate" type="text\/markdown"[^>]* href="\/docs\/webhooks\.md">/,
    );
  });

  it('resolves links of a guide, but leaves code as it is', () => {
    const text = [
      'See [errors](../errors.md#timeout), [fal](https://fal.ai), [part](#a-part) and [code](../../adapters/x.ts).',
      '```md',
      '[errors](../errors.md)',
      '```',
      'and [X](twitter.md)',
    ].join('\n');
    const guide = GUIDES.find(({ slug }) => slug === 'instagram');
    if (!guide) throw new Error('there is no guide on Instagram');
    expect(toSiteMarkdown(text, guide, PUBLIC)).to.equal(
      [
        `See [errors](${PUBLIC}/docs/errors.md#timeout), [fal](https://fal.ai), [part](${PUBLIC}/docs/instagram.md#a-part) and code.`,
        '```md',
        '[errors](../errors.md)',
        '```',
        `and [X](${PUBLIC}/docs/twitter.md)`,
      ].join('\n'),
    );
  });
});
