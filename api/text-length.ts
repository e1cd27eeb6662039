import type { Ajv2020 } from 'ajv/dist/2020.js';

/** Maximum length that is counted exactly. */
const COUNTED_MAX = 1_000_000;

/** Describes a text's length for a message. */
export function describeLength(text: string): string {
  const count = countUpTo(COUNTED_MAX + 1, text);
  return count > COUNTED_MAX ? `over ${COUNTED_MAX}` : String(count);
}

/**
 * Replaces `minLength` and `maxLength` with versions that read only the necessary part of a text,
 * because media fields can be megabytes long.
 */
export function addTextLengths(ajv: Ajv2020): void {
  const replace = (keyword: string, validate: (limit: number, text: string) => boolean) => {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({ keyword, type: 'string', schemaType: 'number', errors: false, validate });
  };
  replace('minLength', (limit, text) => countUpTo(limit, text) >= limit);
  replace('maxLength', (limit, text) => {
    if (text.length <= limit) return true;
    // A character has at most two UTF-16 units.
    return text.length <= 2 * limit && countUpTo(limit + 1, text) <= limit;
  });
}

/** Counts the characters of a text up to a maximum. A surrogate pair is one character. */
function countUpTo(max: number, text: string): number {
  let count = 0;
  for (let at = 0; at < text.length && count < max; at += 1) {
    if (isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1))) at += 1;
    count += 1;
  }
  return count;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
