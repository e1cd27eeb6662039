import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDocPath } from '../../domain/contract/error-codes.js';
import { fixAnswer, type FixedAnswer } from '../fixed-answer.js';
import { renderErrorBody, ERRORS_FILE, parseErrorSections } from './error-pages.js';
import {
  buildGuidePath,
  buildMarkdownPath,
  GUIDES,
  LLMS,
  LLMS_FULL,
  type Guide,
} from './guides.js';
import { renderGuidePage, REFERENCE } from './layout.js';
import { renderLlms, renderLlmsFull, toSiteMarkdown } from './llms.js';
import { renderMarkdown } from './markdown.js';
import { renderReferencePage } from './reference-page.js';
import { REFERENCE_SCRIPT } from './reference-script.js';
import { REFERENCE_STYLE } from './reference-style.js';
import { DOCS_STYLE } from './style.js';
import { TABS_SCRIPT, TABS_STYLE } from './tabs.js';

/**
 * `asset`: its path changes with its content. `page`: HTML for people. `text`: for programs and
 * language models.
 */
type PageKind = 'asset' | 'page' | 'text';

/** The response for one path. */
export interface ServedPage {
  readonly answer: FixedAnswer;
  readonly kind: PageKind;
}

/** All responses of the site, by path. */
export type DocsSite = ReadonlyMap<string, ServedPage>;

/** Reads the guides and renders all pages. @param publicUrl address in the texts for programs */
export async function buildSite(publicUrl: string): Promise<DocsSite> {
  const files = await readAssets();
  const hash = createHash('sha256');
  for (const [, , bytes] of files) hash.update(bytes);
  const folder = `/docs/${hash.digest('hex').slice(0, 16)}`;
  const docs = findDocs();
  const read = ({ file }: Guide) => readFile(join(docs, file), 'utf8');
  const guides = await Promise.all(GUIDES.map(read));
  const served = [
    ...files.map(([name, type, bytes]) => pack(`${folder}/${name}`, type, bytes, 'asset')),
    ...renderPages(folder, guides).map(([path, html]) => pack(path, 'html', html, 'page')),
    ...renderTexts(publicUrl, guides).map(([path, text]) =>
      pack(path, extname(path), text, 'text'),
    ),
  ];
  return new Map(await Promise.all(served));
}

const pack = async (path: string, type: string, content: Buffer | string, kind: PageKind) => {
  const served: ServedPage = { answer: await fixAnswer(type, Buffer.from(content)), kind };
  return [path, served] as const;
};

/** Renders the texts for programs. @param guides the Markdown of each guide */
function renderTexts(publicUrl: string, guides: readonly string[]): [string, string][] {
  const texts = GUIDES.map((guide, at) => toSiteMarkdown(guides[at] ?? '', guide, publicUrl));
  return [
    ...GUIDES.map((guide, at): [string, string] => [buildMarkdownPath(guide), texts[at] ?? '']),
    [LLMS, renderLlms(publicUrl)],
    [LLMS_FULL, renderLlmsFull(publicUrl, texts)],
  ];
}

/** Renders the pages for people. @param texts the Markdown of each guide */
function renderPages(folder: string, texts: readonly string[]): [string, string][] {
  const guides = GUIDES.map((guide, index): [string, string] => {
    const at = buildGuidePath(guide);
    const body = renderMarkdown(texts[index] ?? '', guide.file);
    return [at, renderGuidePage(guide.title, at, folder, body)];
  });
  const errorTexts = texts[GUIDES.findIndex(({ file }) => file === ERRORS_FILE)] ?? '';
  const errors = [...parseErrorSections(errorTexts)].map(([code, section]): [string, string] => {
    return [
      buildDocPath(code),
      renderGuidePage(code, '/docs/errors', folder, renderErrorBody(code, section)),
    ];
  });
  return [...guides, ...errors, [REFERENCE, renderReferencePage(folder)]];
}

/** Finds the guides' folder: next to `api/` in a checkout, and one level higher in a build. */
function findDocs(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'docs', ERRORS_FILE))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The folder docs/ with the guides is missing.');
    folder = parent;
  }
  return join(folder, 'docs');
}

async function readAssets(): Promise<[string, string, Buffer][]> {
  // `import.meta.resolve` does not exist if tsx runs this file as CommonJS, such as in mocha.
  const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  const readDistributed = (name: string) => readFile(join(manifest, '..', name));
  return [
    ['swagger-ui.css', 'text/css', await readDistributed('swagger-ui.css')],
    ['swagger-ui-bundle.js', 'text/javascript', await readDistributed('swagger-ui-bundle.js')],
    ['favicon.png', 'image/png', await readDistributed('favicon-32x32.png')],
    ['docs.css', 'text/css', Buffer.from(DOCS_STYLE + TABS_STYLE + REFERENCE_STYLE)],
    ['tabs.js', 'text/javascript', Buffer.from(TABS_SCRIPT)],
    ['reference.js', 'text/javascript', Buffer.from(REFERENCE_SCRIPT)],
  ];
}
