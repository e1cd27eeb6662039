import { ANY_PARTS, findDomainEnds, LATIN_LETTERS, LATIN_PARTS } from './domain-ends.js';
import { ALL_NAMES, matchAt, type NameSet } from './name-sets.js';
import { computePunycodeLength } from './punycode.js';

/** A link in a text. */
export interface Link {
  readonly start: number;
  /** Number of characters that X counts for the link. */
  readonly length: number;
}

/** A link with a protocol, before its parts are checked. */
interface LinkCandidate {
  readonly start: number;
  readonly protocol: string;
  readonly domain: string;
  readonly path: string;
  readonly end: number;
}

const LINK_MAX = 4_096;
const PART_MAX = 63;
const SLUG_MAX = 40;

const PROTOCOL = /https?:\/\//iy;
const PORT = /:[0-9]+/y;
const IN_PATH = `[${LATIN_LETTERS}\\u0400-\\u04FF0-9!*';:=+,.$/%#\\[\\]\\-\\u2013_~@|&]`;
const PAIR = `\\((?:${IN_PATH}+|${IN_PATH}*\\(${IN_PATH}+\\)${IN_PATH}*)\\)`;
const PATH_END = `[+\\-${LATIN_LETTERS}\\u0400-\\u04FF0-9=_#/]`;
/** A path up to the last character that may end it, plus the bracket pairs directly after it. */
const PATH = new RegExp(`/(?:${IN_PATH}*(?:${PAIR}${IN_PATH}*)*${PATH_END})?(?:${PAIR})*`, 'iy');
const QUERY = /\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/]/iy;
const SHORTENED =
  /^https?:\/\/t\.co\/([a-z0-9]+)(?:\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/])?/i;
/** A link never begins after these characters. */
const NO_START = /[A-Za-z0-9@＠$#＃\uFFFE\uFEFF\uFFFF]/;
/** A link without a protocol never begins after these characters. */
const JOINS = /[-_./]/;

/** Counts the links that X finds in a text. */
export const countLinks = (text: string): number => findLinks(text.normalize(), ALL_NAMES).length;

/** Checks whether X bills a text as a post with a link. */
export const hasLink = (text: string): boolean => countLinks(text) > 0;

/**
 * Finds the links that X finds in a text in normal form C, in order. Follows X's published library,
 * twitter-text 3.1.0; the tests compare the results.
 * @param names the accepted top-level domains
 */
export function findLinks(text: string, names: NameSet): Link[] {
  if (!text.includes('.')) return [];
  const ends = findDomainEnds(text, ANY_PARTS, names);
  const links: Link[] = [];
  let at = 0;
  while (at < text.length) {
    const found = findNext(text, at, ends);
    if (!found) {
      at += 1;
      continue;
    }
    at = found.end;
    if (isTooLong(found, names)) continue;
    if (found.protocol !== '') links.push(...withProtocol(text, found));
    else if (found.start === 0 || !JOINS.test(text.charAt(found.start - 1))) {
      links.push(...withoutProtocol(found, names));
    }
  }
  return links;
}

/** Finds the next link after the character at a position, or at the start of the text. */
function findNext(text: string, at: number, ends: Int32Array): LinkCandidate | null {
  const later = NO_START.test(text.charAt(at)) ? null : readLink(text, at + 1, ends);
  return later ?? (at === 0 ? readLink(text, 0, ends) : null);
}

function readLink(text: string, start: number, ends: Int32Array): LinkCandidate | null {
  const protocol = matchAt(PROTOCOL, text, start);
  const from = start + protocol.length;
  const domainEnd = ends[from] ?? -1;
  if (domainEnd < 0) return null;
  const pathStart = domainEnd + matchAt(PORT, text, domainEnd).length;
  const path = matchAt(PATH, text, pathStart);
  const queryStart = pathStart + path.length;
  const end = queryStart + matchAt(QUERY, text, queryStart).length;
  return { start, protocol, domain: text.slice(from, domainEnd), path, end };
}

function isTooLong({ start, protocol, domain, end }: LinkCandidate, names: NameSet): boolean {
  if ((protocol || 'https://').length + end - start > LINK_MAX) return true;
  if (domain.startsWith('xn--') && findLatin(domain, names).length === 0) return true;
  return domain.split('.').some((part) => {
    const parts = part.split(/[\u3002\uFF0E\uFF61]/);
    const lengths = parts.map((one) => computePunycodeLength(one, PART_MAX));
    return lengths.reduce((sum, length) => sum + length, parts.length - 1) > PART_MAX;
  });
}

function withProtocol(text: string, { start, end }: LinkCandidate): Link[] {
  const shortened = SHORTENED.exec(text.slice(start, end));
  if (!shortened) return [{ start, length: end - start }];
  const [whole, slug = ''] = shortened;
  return slug.length > SLUG_MAX ? [] : [{ start, length: whole.length }];
}

/**
 * Finds links without a protocol: only domains with Latin letters count, and the path belongs to
 * the last domain.
 */
function withoutProtocol(found: LinkCandidate, names: NameSet): Link[] {
  const { start, domain, path, end } = found;
  let after = 0;
  const links = findLatin(domain, names).map((latin) => {
    const at = domain.indexOf(latin, after);
    after = at + latin.length;
    return { start: start + at, length: latin.length };
  });
  const last = links.pop();
  if (!last) return [];
  const rest = end - start - domain.length;
  return [...links, path === '' ? last : { ...last, length: last.length + rest }];
}

/** Lists the parts of a domain that are themselves domains in Latin letters. */
function findLatin(domain: string, names: NameSet): string[] {
  const ends = findDomainEnds(domain, LATIN_PARTS, names);
  const found: string[] = [];
  for (let at = 0; at < domain.length; at += 1) {
    const end = ends[at] ?? -1;
    if (end < 0) continue;
    found.push(domain.slice(at, end));
    at = end - 1;
  }
  return found;
}
