import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDocPath } from '../../domain/contract/error-codes.js';
import { fixAnswer, type FixedAnswer } from '../fixed-answer.js';
import { readAssets } from './assets.js';
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
import { MODEL_GUIDES, MODELS_FILE } from './model-guides.js';
import {
  insertModelList,
  writeModelList,
  writeModelPage,
  type OfferedModels,
} from './model-pages.js';
import { hasTimes, removeTimes } from './model-times.js';
import { renderReferencePage } from './reference-page.js';
import { buildSearchIndex } from './search-index.js';

/**
 * `asset`: its path changes with its content. `page`: HTML for people. `text`: for programs and
 * language models.
 */
type PageKind = 'asset' | 'page' | 'text';

/** The response for one path. */
export interface ServedPage {
  readonly answer: FixedAnswer;
  readonly kind: PageKind;
  /** Whether the response has places for the times of models. */
  readonly hasTimes: boolean;
}

/** All responses of the site, by path. */
export type DocsSite = ReadonlyMap<string, ServedPage>;

/** A page with its Markdown, and the HTML of its content. */
interface RenderedGuide {
  readonly guide: Guide;
  readonly text: string;
  readonly body: string;
}

/**
 * Reads the guides and renders all pages.
 * @param publicUrl address in examples and in texts for programs
 */
export async function buildSite(publicUrl: string, offered: OfferedModels): Promise<DocsSite> {
  const docs = findDocs();
  const read = async ({ file }: Guide) => {
    const text = await readFile(join(docs, file), 'utf8');
    return file === MODELS_FILE ? insertModelList(text, writeModelList(offered, true)) : text;
  };
  const texts = [
    ...(await Promise.all(GUIDES.map(read))),
    ...MODEL_GUIDES.map(({ slug }) => writeModelPage(basename(slug), offered, publicUrl)),
  ];
  const guides = [...GUIDES, ...MODEL_GUIDES].map((guide, at): RenderedGuide => {
    const text = texts[at] ?? '';
    return { guide, text, body: renderMarkdown(text, guide.file) };
  });
  const files = await readAssets(
    buildSearchIndex(
      guides.map(({ guide, body }) => ({
        title: guide.title,
        path: buildGuidePath(guide),
        // Processes may have measured different times, and all must serve the same assets.
        body: removeTimes(body),
      })),
    ),
  );
  const hash = createHash('sha256');
  for (const [, , bytes] of files) hash.update(bytes);
  const folder = `/docs/${hash.digest('hex').slice(0, 16)}`;
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
  const served: ServedPage = {
    answer: await fixAnswer(type, Buffer.from(content)),
    kind,
    hasTimes: typeof content === 'string' && hasTimes(content),
  };
  return [path, served] as const;
};

/** Renders the texts for programs. */
function renderTexts(publicUrl: string, guides: readonly RenderedGuide[]): [string, string][] {
  const texts = guides.map(({ guide, text }) => toSiteMarkdown(text, guide, publicUrl));
  return [
    ...guides.map(({ guide }, at): [string, string] => [buildMarkdownPath(guide), texts[at] ?? '']),
    [LLMS, renderLlms(publicUrl)],
    [LLMS_FULL, renderLlmsFull(publicUrl, texts)],
  ];
}

/** Reading order of the models. It begins at the guide that compares them. */
const MODEL_ORDER = [...GUIDES.filter(({ file }) => file === MODELS_FILE), ...MODEL_GUIDES];

/** Renders the pages for people. */
function renderPages(folder: string, guides: readonly RenderedGuide[]): [string, string][] {
  const pages = guides.map(({ guide, body }): [string, string] => {
    const at = buildGuidePath(guide);
    const order = MODEL_GUIDES.includes(guide) ? MODEL_ORDER : GUIDES;
    return [at, renderGuidePage({ title: guide.title, at, folder, body, order })];
  });
  const errorTexts = guides.find(({ guide }) => guide.file === ERRORS_FILE)?.text ?? '';
  const errors = [...parseErrorSections(errorTexts)].map(([code, section]): [string, string] => {
    const body = renderErrorBody(code, section);
    const page = { title: code, at: '/docs/errors', folder, body, order: [] };
    return [buildDocPath(code), renderGuidePage(page)];
  });
  return [...pages, ...errors, [REFERENCE, renderReferencePage(folder)]];
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
