import { expect } from 'chai';
import { buildGuidePath, GUIDES } from '../../api/docs/guides.js';
import { renderMarkdown } from '../../api/docs/markdown.js';
import type { IndexedPage } from '../../api/docs/search-index.js';
import { buildSite, type DocsSite } from '../../api/docs/site.js';
import { DEFAULT_MODELS } from '../support/offered-models.js';

describe('pages of the documentation site', () => {
  let site: DocsSite;
  before(async () => {
    site = await buildSite('https://media.example.com', DEFAULT_MODELS);
  });
  const read = (path: string): string => {
    const page = site.get(path);
    if (!page) throw new Error(`there is no page ${path}`);
    return page.answer.bytes.toString();
  };

  it('colour code by its language, with classes and escaped text', () => {
    const html = renderMarkdown(
      '```ts\nconst a = "<b>"; // why\n```\n\n```text\nconst a\n```',
      'a.md',
    );
    expect(html).to.include('<span class="hljs-keyword">const</span>');
    expect(html).to.include('<span class="hljs-comment">// why</span>');
    expect(html).to.include('<code>const a</code>');
    expect(html).to.not.include('<b>');
  });

  it('leave comments out', () => {
    expect(renderMarkdown('<!-- a:begin -->\n\nText', 'a.md')).to.equal('<p>Text</p>\n');
  });

  it('list the sections of a page, and link to the previous and the next page', () => {
    const page = read('/docs/idempotency');
    const contents = /<nav class="contents"[^]*?<\/nav>/.exec(page)?.[0] ?? '';
    const linked = [...contents.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
    const main = page.slice(page.indexOf('<main'));
    const headings = [...main.matchAll(/<h[23] id="([^"]+)"/g)].map(([, anchor]) => anchor);
    expect(linked).to.have.length.above(1);
    expect(linked).to.deep.equal(headings);
    expect(page).to.match(/<a rel="prev" href="\/docs\/authentication">/);
    expect(page).to.match(/<a rel="next" href="\/docs\/waiting">/);
    expect(read('/docs')).to.not.include('rel="prev"');
    expect(read('/docs/errors/WEBHOOK_LIMIT')).to.not.include('rel="next"');
  });

  it('have an index of all sections for the search, which can be cached forever', () => {
    const page = read('/docs');
    const folder = /src="([^"]+)docs\.js"/.exec(page)?.[1];
    expect(site.get(`${folder}search.json`)?.kind).to.equal('asset');
    const index = JSON.parse(read(`${folder}search.json`)) as IndexedPage[];
    expect(index.map(([, at]) => at)).to.include.members(GUIDES.map(buildGuidePath));
    for (const [title, at, sections] of index) {
      const html = read(at);
      expect(sections.length, title).to.be.above(0);
      for (const [heading, anchor, text] of sections) {
        if (anchor !== '') expect(html, heading).to.include(`id="${anchor}"`);
        expect(`${heading}${text}`).to.not.match(/<\/|&#?\w+;/);
      }
    }
  });
});
