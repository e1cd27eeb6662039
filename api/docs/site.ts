import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDocPath } from '../../domain/contract/error-codes.js';
import { fixAnswer, type FixedAnswer } from '../fixed-answer.js';
import { renderErrorBody, ERRORS_FILE, parseErrorSections } from './error-pages.js';
import { buildGuidePath, GUIDES } from './guides.js';
import { renderGuidePage, REFERENCE } from './layout.js';
import { renderMarkdown } from './markdown.js';
import { REFERENCE_SCRIPT, REFERENCE_STYLE, renderReferencePage } from './reference-page.js';
import { DOCS_STYLE } from './style.js';

/** The response for one path. */
export interface ServedPage {
  readonly answer: FixedAnswer;
  /** True if the path changes with the content. */
  readonly isFixed: boolean;
}

/** All responses of the site, by path. */
export type DocsSite = ReadonlyMap<string, ServedPage>;

/** Reads the guides and renders all pages. */
export async function buildSite(): Promise<DocsSite> {
  const files = await readAssets();
  const hash = createHash('sha256');
  for (const [, , bytes] of files) hash.update(bytes);
  const folder = `/docs/${hash.digest('hex').slice(0, 16)}`;
  const pages = await renderPages(folder);
  const served = [
    ...files.map(([name, type, bytes]) => pack(`${folder}/${name}`, type, bytes, true)),
    ...pages.map(([path, html]) => pack(path, 'html', Buffer.from(html), false)),
  ];
  return new Map(await Promise.all(served));
}

const pack = async (path: string, type: string, bytes: Buffer, isFixed: boolean) => {
  const served: ServedPage = { answer: await fixAnswer(type, bytes), isFixed };
  return [path, served] as const;
};

async function renderPages(folder: string): Promise<[string, string][]> {
  const docs = findDocs();
  const guides = GUIDES.map(async (guide): Promise<[string, string]> => {
    const text = await readFile(join(docs, guide.file), 'utf8');
    const at = buildGuidePath(guide);
    return [at, renderGuidePage(guide.title, at, folder, renderMarkdown(text, guide.file))];
  });
  const sections = parseErrorSections(await readFile(join(docs, ERRORS_FILE), 'utf8'));
  const errors = [...sections].map(([code, section]): [string, string] => {
    return [
      buildDocPath(code),
      renderGuidePage(code, '/docs/errors', folder, renderErrorBody(code, section)),
    ];
  });
  return [...(await Promise.all(guides)), ...errors, [REFERENCE, renderReferencePage(folder)]];
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
    ['docs.css', 'text/css', Buffer.from(DOCS_STYLE + REFERENCE_STYLE)],
    ['reference.js', 'text/javascript', Buffer.from(REFERENCE_SCRIPT)],
  ];
}
