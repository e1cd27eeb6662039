import { parse } from 'twemoji-parser';
import { findLinks } from './find-links.js';
import { COUNTED_NAMES } from './name-sets.js';

const LINK_WEIGHT = 23;
/** Characters that weigh 1; all other characters weigh 2. */
const LIGHT = [
  [0, 4_351],
  [8_192, 8_205],
  [8_208, 8_223],
  [8_242, 8_247],
] as const;

/** Computes a text's weight on X, as X's published library (twitter-text 3.1.0) counts it. */
export function weighForX(text: string): number {
  const normal = text.normalize();
  return sumWeights(normal)[normal.length] ?? 0;
}

/** Computes the weight of every prefix of a text in normal form C, indexed by the prefix length. */
export function sumWeights(text: string): Uint32Array {
  const sums = new Uint32Array(text.length + 1);
  const links = new Map(findLinks(text, COUNTED_NAMES).map(({ start, length }) => [start, length]));
  const emoji = parse(text, { buildUrl: () => '' });
  const signs = new Map(emoji.map(({ indices: [start, end] }) => [start, end - start]));
  let weight = 0;
  for (let at = 0; at < text.length;) {
    const link = links.get(at);
    const length = link ?? signs.get(at) ?? (isPair(text, at) ? 2 : 1);
    weight += link === undefined ? computeWeight(text, at, length) : LINK_WEIGHT;
    sums.fill(weight, at + 1, at + length + 1);
    at += length;
  }
  return sums;
}

/**
 * Computes the weight of text outside links. A character of several code units, such as an emoji,
 * weighs 2.
 */
function computeWeight(text: string, at: number, length: number): number {
  const unit = text.charCodeAt(at);
  const isLight = length === 1 && LIGHT.some(([first, last]) => unit >= first && unit <= last);
  return isLight ? 1 : 2;
}

const isPair = (text: string, at: number): boolean =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at, at + 2));
