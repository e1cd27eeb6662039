import {
  LATER_LATIN_NAMES,
  LATER_OTHER_NAMES,
  LATIN_NAMES,
  OTHER_NAMES,
} from './top-level-domains.js';

/** A set of top-level domains. */
export interface NameSet {
  readonly latin: ReadonlySet<string>;
  /** Matches any of the other domains at `lastIndex`. */
  readonly others: RegExp;
}

const makeSet = (latin: readonly string[], others: readonly string[]): NameSet => ({
  latin: new Set(latin),
  others: new RegExp(`(?:${others.toSorted().toReversed().join('|')})(?=[^0-9a-zA-Z@+-]|$)`, 'iy'),
});

/** Domains that X's published counter recognizes. */
export const COUNTED_NAMES = makeSet(LATIN_NAMES, OTHER_NAMES);

/** Top-level domains known to X's published counter, plus later ones. */
export const ALL_NAMES = makeSet(
  [...LATIN_NAMES, ...LATER_LATIN_NAMES],
  [...OTHER_NAMES, ...LATER_OTHER_NAMES],
);

const LATIN_RUN = /[0-9a-z]+/iy;
const PUNYCODE = /xn--[-0-9a-z]+/iy;
/** Characters that join a domain to the following text. */
const JOINS = /[@+-]/;

/** Finds where the top-level domain at a position of a text ends; -1 if there is no such domain. */
export function findNameEnd(text: string, at: number, { latin, others }: NameSet): number {
  // Domain names begin with a letter, so checking one character avoids the regular expression.
  if (text.charCodeAt(at) < 0x80) {
    const run = matchAt(LATIN_RUN, text, at);
    const end = at + run.length;
    if (latin.has(run.toLowerCase()) && !JOINS.test(text.charAt(end))) return end;
  }
  const found = matchAt(others, text, at) || matchAt(PUNYCODE, text, at);
  return found === '' ? -1 : at + found.length;
}

/** Returns the match of a sticky expression at a position; empty without a match. */
export function matchAt(expression: RegExp, text: string, at: number): string {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? '';
}
