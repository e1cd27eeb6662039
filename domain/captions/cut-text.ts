import { findLinks } from './find-links.js';
import { ALL_NAMES } from './name-sets.js';
import { splitGraphemes, type TextLimit } from './text-limits.js';

const ELLIPSIS = '…';
/** A cut is moved to the end of a word if there is one in this last part of the text. */
const WORD_END_PART = 0.15;
/** Maximum name length, longer than any top-level domain. */
const NAME_MAX = 64;
/** Hashtags, mentions and links, whose meaning would change if they were cut. */
const NAMES = /[#＃][\p{L}\p{N}\p{M}_]+|[@＠][\w.]+|https?:\/\/[\x21-\x7e]+/giu;

/** Part of a text, from `start` up to but not including `end`. */
interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Checks whether a text is within a limit. */
export function isWithinLimit(text: string, limit: TextLimit): boolean {
  const end = limit.findEndLimit?.(text) ?? text.length;
  return end === text.length && getTotalSize(limit.measurePrefixes(text)) <= limit.max;
}

/**
 * Cuts a text that is too long, and appends `…`. Keeps graphemes, links, hashtags and mentions
 * whole, or drops them. Returns an empty text if not even the first one fits.
 * @param text in Unicode normal form C
 */
export function cutText(text: string, limit: TextLimit): string {
  const links = findSpans(text);
  const sizes = limit.measurePrefixes(text);
  const ends = findEnds(text, limit, sizes, links);
  let end = preferWordEnd(text, ends, sizes);
  while (end > 0) {
    const beginning = text.slice(0, end).trimEnd();
    const isLink = links.some((link) => link.end === beginning.length);
    // A space separates a link at the end of the text from the ellipsis.
    const cut = `${beginning}${isLink ? ' ' : ''}${ELLIPSIS}`;
    if (beginning === '') return '';
    if (isWithinLimit(cut, limit) && findSpans(cut).every(isIn(links))) return cut;
    // `a.comfy` would become `a.com…`, a different link, so the text ends before the last dot.
    const dot = text.lastIndexOf('.', end - 1);
    const below = isLink || dot < end - NAME_MAX ? end - 1 : dot;
    end = ends.findLast((place) => place <= below) ?? 0;
  }
  return '';
}

const toSpan = (start: number, length: number): TextSpan => ({ start, end: start + length });

const findSpans = (text: string): TextSpan[] =>
  findLinks(text, ALL_NAMES).map(({ start, length }) => toSpan(start, length));

const isIn =
  (links: readonly TextSpan[]) =>
  ({ start, end }: TextSpan, at: number): boolean =>
    links[at]?.start === start && links[at].end === end;

const getTotalSize = (sizes: Uint32Array): number => sizes.at(-1) ?? 0;

/** Lists the positions, in order, where a text can end and still fit with the ellipsis. */
function findEnds(
  text: string,
  limit: TextLimit,
  sizes: Uint32Array,
  links: readonly TextSpan[],
): number[] {
  const inside = new Uint8Array(text.length + 1);
  const names = [...text.matchAll(NAMES)].map(({ index, 0: name }) => toSpan(index, name.length));
  for (const { start, end } of [...links, ...names]) inside.fill(1, start + 1, end);
  const bound = limit.findEndLimit?.(text) ?? text.length;
  const room = limit.max - getTotalSize(limit.measurePrefixes(ELLIPSIS));
  const ends: number[] = [];
  for (const { index } of splitGraphemes(text)) {
    if (index > bound || (sizes[index] ?? 0) > room) break;
    if (!inside[index]) ends.push(index);
  }
  return ends;
}

/** Chooses the last position, or the end of the last word if it is near. */
function preferWordEnd(text: string, ends: readonly number[], sizes: Uint32Array): number {
  const last = ends.at(-1) ?? 0;
  const word = ends.findLast((end) => /\s/.test(text.charAt(end))) ?? 0;
  const isNear = (sizes[word] ?? 0) >= (1 - WORD_END_PART) * (sizes[last] ?? 0);
  return isNear ? word : last;
}
