import type { Platform, PostForm } from '../catalogue/social-platforms.js';
import { findLinks } from './find-links.js';
import { ALL_NAMES } from './name-sets.js';
import { sumWeights } from './weigh.js';

/** A platform's maximum text length. */
export interface TextLimit {
  readonly max: number;
  /** Whether the text is counted in Unicode normal form C. */
  readonly normal?: boolean;
  /**
   * Measures every prefix of a text; the result is indexed by the prefix length in UTF-16 code
   * units.
   */
  measurePrefixes(text: string): Uint32Array;
  /**
   * Finds where a text must end because it contains too many hashtags or similar; otherwise its
   * length.
   */
  findEndLimit?(text: string): number;
}

/** X rejects texts with byte order marks or noncharacters. */
const REFUSED_BY_X = /[\uFEFF\uFFFE\uFFFF]/g;
const HASHTAGS_MAX = 30;
const MENTIONS_MAX = 20;
const THREADS_LINKS_MAX = 5;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/**
 * Characters that may be drawn as an emoji. Matches a few too many, which only makes texts shorter.
 */
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]/u;

/** Splits a text into its graphemes, which are never cut. */
export const splitGraphemes = (text: string) => graphemes.segment(text);

const measureUtf16: TextLimit['measurePrefixes'] = (text) =>
  Uint32Array.from({ length: text.length + 1 }, (_, n) => n);

const utf8 = new TextEncoder();

/** Counts bytes without `Buffer`, which browsers do not have. */
const countBytes = (text: string): number => utf8.encode(text).length;

const measureUtf8: TextLimit['measurePrefixes'] = (text) => sumGraphemes(text, countBytes);

const measureUtf16WithEmoji: TextLimit['measurePrefixes'] = (text) =>
  sumGraphemes(text, (part) => (EMOJI.test(part) ? countBytes(part) : part.length));

function sumGraphemes(text: string, sizeOf: (part: string) => number): Uint32Array {
  const sums = new Uint32Array(text.length + 1);
  let sum = 0;
  for (const { segment, index } of splitGraphemes(text)) {
    sum += sizeOf(segment);
    sums.fill(sum, index + 1, index + segment.length + 1);
  }
  return sums;
}

/** Finds the position of the first match beyond `max`; the text's length without such a match. */
function findExcess(text: string, sign: RegExp, max: number): number {
  return [...text.matchAll(sign)][max]?.index ?? text.length;
}

function findSixthLink(text: string): number {
  const seen = new Set<string>();
  for (const { start, length } of findLinks(text, ALL_NAMES)) {
    seen.add(text.slice(start, start + length));
    if (seen.size > THREADS_LINKS_MAX) return start;
  }
  return text.length;
}

const INSTAGRAM: TextLimit = {
  max: 2_200,
  measurePrefixes: measureUtf16,
  findEndLimit: (text) =>
    Math.min(findExcess(text, /[#＃]/g, HASHTAGS_MAX), findExcess(text, /[@＠]/g, MENTIONS_MAX)),
};

/**
 * Returns the limit for a post's text. Counts code units, because a text never has more characters
 * than code units.
 */
export function getTextLimit(platform: Platform, form: PostForm): TextLimit {
  switch (platform) {
    case 'instagram':
      return INSTAGRAM;
    case 'threads':
      return { max: 500, measurePrefixes: measureUtf16WithEmoji, findEndLimit: findSixthLink };
    case 'tiktok':
      return { max: form === 'photos' ? 4_000 : 2_200, measurePrefixes: measureUtf16 };
    case 'youtube':
      return { max: 5_000, measurePrefixes: measureUtf8 };
    case 'twitter':
      return { max: 280, measurePrefixes: sumWeights, normal: true };
  }
}

/** Returns the limit for a post's title; null if the post has no title. */
export function getTitleLimit(platform: Platform, form: PostForm): TextLimit | null {
  if (platform === 'youtube') return { max: 100, measurePrefixes: measureUtf16 };
  return platform === 'tiktok' && form === 'photos'
    ? { max: 90, measurePrefixes: measureUtf16 }
    : null;
}

/** Replaces characters that a platform rejects. */
export function makeAcceptable(platform: Platform, text: string): string {
  if (platform === 'youtube') return text.replaceAll('<', '‹').replaceAll('>', '›');
  return platform === 'twitter' ? text.replace(REFUSED_BY_X, '') : text;
}
