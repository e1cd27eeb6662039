import { GENERATION_ERROR_CODES } from '../../domain/catalogue/stages.js';
import { DETAIL_CODES } from '../../domain/contract/detail-codes.js';
import { buildDocPath, ERROR_CODES, type ErrorCode } from '../../domain/contract/error-codes.js';
import { escapeHtml } from './escape-html.js';
import { renderMarkdown } from './markdown.js';

/** File with one section per error code. */
export const ERRORS_FILE = 'errors.md';

/** Every value of `error.code` and `error.details.code`, including errors of generations. */
export const ALL_CODES: readonly string[] = [
  ...new Set([
    ...Object.keys(ERROR_CODES),
    ...Object.keys(DETAIL_CODES),
    ...GENERATION_ERROR_CODES,
  ]),
];

/** Parses the sections of the error page, by error code. */
export function parseErrorSections(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/^### ([A-Z][A-Z_]+)\n+([^]*?)(?=^##|$(?![^]))/gm);
  return new Map([...found].map(([, code = '', section = '']) => [code, section.trim()]));
}

/** Renders the page of one error code, to which a refusal's `doc_url` links. */
export function renderErrorBody(code: string, section: string): string {
  return `<h1><code>${code}</code></h1>
<dl class="facts">${renderFacts(code)}</dl>
${renderMarkdown(section, ERRORS_FILE)}
<p><a href="/docs/errors#${code}">All errors</a></p>`;
}

function renderFacts(code: string): string {
  const facts: [string, string][] = [];
  if (code in ERROR_CODES) {
    const { status, message } = ERROR_CODES[code as ErrorCode];
    facts.push(['Field', '<code>error.code</code>']);
    facts.push(['Status', String(status)]);
    facts.push(['Meaning', escapeHtml(message)]);
  } else if (code in DETAIL_CODES) {
    const text = DETAIL_CODES[code as keyof typeof DETAIL_CODES];
    facts.push(['Field', '<code>error.details.code</code>']);
    facts.push(['Meaning', escapeHtml(text)]);
  }
  if (GENERATION_ERROR_CODES.some((known) => known === code)) {
    facts.push(['Also in', '<code>error.code</code> of a generation']);
  }
  facts.push(['URL', `<code>${buildDocPath(code)}</code>`]);
  return facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('');
}
