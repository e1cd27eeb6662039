import { GENERATION_ERROR_CODES } from '../../domain/catalogue/stages.js';
import { DETAIL_CODES } from '../../domain/contract/detail-codes.js';
import { docPathOf, ERROR_CODES, type ErrorCode } from '../../domain/contract/error-codes.js';
import { escapeHtml, renderMarkdown } from './markdown.js';

/** Where the sections of all codes are written. */
export const ERRORS_FILE = 'errors.md';

/** Every code that `error.code` or `error.details.code` can have, also that of a generation. */
export const ALL_CODES: readonly string[] = [
  ...new Set([
    ...Object.keys(ERROR_CODES),
    ...Object.keys(DETAIL_CODES),
    ...GENERATION_ERROR_CODES,
  ]),
];

/** The sections of the page of errors, by their code. */
export function sectionsOf(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/^### ([A-Z][A-Z_]+)\n+([^]*?)(?=^##|$(?![^]))/gm);
  return new Map([...found].map(([, code = '', section = '']) => [code, section.trim()]));
}

/** The page of one code: what a refusal says in its `doc_url`. */
export function errorBody(code: string, section: string): string {
  return `<h1><code>${code}</code></h1>
<dl class="facts">${factsOf(code)}</dl>
${renderMarkdown(section, ERRORS_FILE)}
<p><a href="/docs/errors#${code}">All errors</a></p>`;
}

function factsOf(code: string): string {
  const facts: [string, string][] = [];
  if (code in ERROR_CODES) {
    const { status, message } = ERROR_CODES[code as ErrorCode];
    facts.push(['Stands in', '<code>error.code</code>']);
    facts.push(['Status', String(status)]);
    facts.push(['Says', escapeHtml(message)]);
  } else if (code in DETAIL_CODES) {
    const text = DETAIL_CODES[code as keyof typeof DETAIL_CODES];
    facts.push(['Stands in', '<code>error.details.code</code>']);
    facts.push(['Says', escapeHtml(text)]);
  }
  if (GENERATION_ERROR_CODES.some((known) => known === code)) {
    facts.push(['Of a generation', '<code>error.code</code> in the generation itself']);
  }
  facts.push(['Address', `<code>${docPathOf(code)}</code>`]);
  return facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('');
}
