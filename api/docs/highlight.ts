import { createRequire } from 'node:module';
import { escapeHtml } from './escape-html.js';

/** The functions of highlight.js that the site needs. */
interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void;
  highlight(text: string, options: { language: string }): { readonly value: string };
}

// Its own types would add the DOM to the globals of all server code.
const load = createRequire(import.meta.url);
const highlighter = load('highlight.js/lib/core') as Highlighter;

/** Names of the grammars, by the language of a fence. */
const GRAMMARS: Readonly<Record<string, string>> = {
  sh: 'bash',
  ts: 'typescript',
  python: 'python',
  go: 'go',
  json: 'json',
  ini: 'ini',
  yaml: 'yaml',
  sql: 'sql',
};
for (const [language, name] of Object.entries(GRAMMARS)) {
  highlighter.registerLanguage(language, load(`highlight.js/lib/languages/${name}`));
}

/** Renders code as HTML with a class per kind of word. Text of another language is only escaped. */
export const highlight = (text: string, language: string): string =>
  language in GRAMMARS ? highlighter.highlight(text, { language }).value : escapeHtml(text);

/** Colours with a contrast of at least 4.5 on the background of code, in both themes. */
export const HIGHLIGHT_STYLE = `:root { --comment: light-dark(#566370, #9fb0c1);
  --keyword: light-dark(#8b2fa8, #dcaeff);
  --string: light-dark(#126a3a, #8fd9a8);
  --number: light-dark(#8a4b00, #f3bd85);
  --name: light-dark(#1d57bd, #92b9ff);
  --title: light-dark(#5636b3, #c6b8ff); }
.hljs-comment, .hljs-quote { color: var(--comment); }
.hljs-keyword, .hljs-literal, .hljs-built_in, .hljs-operator { color: var(--keyword); }
.hljs-string, .hljs-regexp, .hljs-meta .hljs-string { color: var(--string); }
.hljs-number, .hljs-variable, .hljs-subst .hljs-variable, .hljs-meta { color: var(--number); }
.hljs-attr, .hljs-property, .hljs-type, .hljs-section { color: var(--name); }
.hljs-title { color: var(--title); }
.hljs-subst { color: inherit; }
`;
