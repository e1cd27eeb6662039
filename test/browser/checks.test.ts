import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { closeServer, listenLocally } from '../support/loopback.js';
import { expectGood, open, useBrowser } from './browser.js';
import { untilIdle } from './requests.js';
import { shareBrowser } from './shared-browser.js';
import { inOtherTheme } from './theme.js';

const THEMED = `<style>
  :root { color-scheme: light dark; --back: #fff; --text: #222 }
  @media (prefers-color-scheme: dark) { :root { --back: #111; --text: #eee } }
  body { background: var(--back); color: var(--text) }
</style>`;

const page = (body: string, style = THEMED) =>
  `<!doctype html><html lang="en"><head><title>A page</title>${style}</head>
  <body><main><h1>A page</h1>${body}</main></body></html>`;

/** Sends each request after the response to the previous request, and reports when the last response has arrived. */
const CHAIN = `<p id="state"></p><script type="module">
  for (const path of ['/first', '/second', '/third']) {
    await fetch(path).then((answer) => answer.text());
    await new Promise((resolve) => setTimeout(resolve));
  }
  document.querySelector('#state').textContent = 'complete';
</script>`;

const PAGES: Record<string, string> = {
  '/good': page('<p>Text</p>'),
  '/pale-when-dark': page(
    '<p>Text</p><style>@media (prefers-color-scheme: dark) { p { color: #333 } }</style>',
  ),
  '/without-dark': page('<p>Text</p>', '<style>body { background: #fff; color: #222 }</style>'),
  '/unnamed': page('<img src="/pixel">'),
  '/wide': page('<div style="width: 5000px">Wide</div>'),
  '/chain': page(CHAIN),
  '/unanswered': page('<script>fetch("/never").catch(() => undefined)</script>'),
};

async function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no failure',
    (error: unknown) => String(error),
  );
}

describe('browser page checks', () => {
  const browser = useBrowser();
  let server: Server;
  let other: Server;
  let origin: string;
  let elsewhere: string;

  before('starts a server of pages, and a server of another origin', async () => {
    const serve = () =>
      createServer((request, response) => {
        const path = request.url ?? '';
        if (path === '/never') return;
        response.setHeader('Content-Type', 'text/html');
        const framed = page(`<iframe title="Frame" src="${elsewhere}/unnamed"></iframe>`);
        response.end(path === '/framed' ? framed : (PAGES[path] ?? 'answer'));
      });
    [server, other] = [serve(), serve()];
    origin = await listenLocally(server);
    elsewhere = (await listenLocally(other)).replace('127.0.0.1', 'localhost');
  });
  after('stops the servers', async () => {
    await closeServer(server);
    await closeServer(other);
  });

  const visit = async (path: string): Promise<Page> => {
    const visitor = await browser.visit();
    await visitor.goto(origin + path);
    return visitor;
  };

  it('accept an accessible page, and restore the theme of the page', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const visitor = await browser.visit({ theme });
      await open(visitor, `${origin}/good`);
      const isDark = await visitor.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
      expect(isDark).to.equal(theme === 'dark');
    }
  });

  for (const [path, words] of [
    ['/unnamed', /axe on .* in the light theme\s+image-alt/],
    ['/framed', /axe on .* in the light theme\s+image-alt/],
    ['/pale-when-dark', /axe on .* in the dark theme\s+color-contrast/],
    ['/wide', /pixels by which .* is too wide/],
  ] as const) {
    it(`reject ${path.slice(1)}`, async () => {
      expect(await failureOf(expectGood(await visit(path)))).to.match(words);
    });
  }

  it('reject a page whose colours do not follow the theme', async () => {
    const visitor = await visit('/without-dark');
    const failure = await failureOf(inOtherTheme(visitor, async () => undefined, 500));
    expect(failure).to.include('the dark theme to change the colours of');
  });

  it('wait for requests that depend on earlier responses', async () => {
    const visitor = await visit('/chain');
    await untilIdle(visitor);
    expect(await visitor.locator('#state').textContent()).to.equal('complete');
  });

  it('accept a navigation that cancels a request', async () => {
    const visitor = await visit('/unanswered');
    await open(visitor, `${origin}/good`);
  });

  it('share one browser, and give each visitor a separate context', async () => {
    const [one, another] = [await browser.visit(), await browser.visit()];
    expect(one.context()).not.to.equal(another.context());
    expect(one.context().browser()).to.equal(await shareBrowser());
    expect(another.context().browser()).to.equal(await shareBrowser());
  });
});
