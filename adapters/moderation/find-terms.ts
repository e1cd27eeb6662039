import { fold } from './fold.js';

/**
 * Terms by language, for whoever keeps the lists: they are searched all at once, since prompts mix
 * languages. A term is a whole word or phrase in any case; `*` at its end stands for any ending, and
 * a space for a hyphen, too. Where words have no spaces between them it may stand anywhere, unless
 * it begins with `^`: then not right after another character of its script.
 */
export type Terms = Readonly<Record<string, readonly string[]>>;

/** Scripts that put no spaces around words, or glue endings to them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function spaced(term: string): string {
  const open = term.endsWith('*');
  const words = escape(fold(open ? term.slice(0, -1) : term)).replace(/[ -]/g, '[\\s_-]+');
  return open ? `${words}\\p{L}*` : words;
}

function unspaced(term: string): string {
  if (!term.startsWith('^')) return escape(fold(term));
  return `(?<![\\p{sc=Han}\\p{sc=Katakana}\\p{sc=Hangul}ー])${escape(fold(term.slice(1)))}`;
}

/** The boundaries stand outside, so that the middle of a word is left at once. */
function compiled(terms: Terms): RegExp {
  const { apart = [], together = [] } = Object.groupBy(Object.values(terms).flat(), (term) =>
    UNSPACED.test(term) ? 'together' : 'apart',
  );
  const words = `(?<!\\p{L})(?:${apart.map(spaced).join('|')})(?!\\p{L})`;
  return new RegExp([words, ...together.map(unspaced)].join('|'), 'gu');
}

/** Whether one of the terms stands in a folded text. */
export function finder(terms: Terms): (folded: string) => boolean {
  const expression = compiled(terms);
  return (folded) => folded.search(expression) >= 0;
}

/** Takes the terms out of a folded text. */
export function remover(terms: Terms): (folded: string) => string {
  const expression = compiled(terms);
  return (folded) => folded.replace(expression, ' ');
}
