import type { Ajv2020 } from 'ajv/dist/2020.js';

/** Characters beyond which the length of a text is no longer told exactly. */
const COUNTED_MAX = 1_000_000;

/** The length of a text as a message tells it. */
export function describeLength(text: string): string {
  const count = countUpTo(COUNTED_MAX + 1, text);
  return count > COUNTED_MAX ? `over ${COUNTED_MAX}` : String(count);
}

/**
 * Teaches `minLength` and `maxLength` to look at no more of a text than they must: media fields
 * have megabytes.
 */
export function addTextLengths(ajv: Ajv2020): void {
  const replace = (keyword: string, validate: (limit: number, text: string) => boolean) => {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({ keyword, type: 'string', schemaType: 'number', errors: false, validate });
  };
  replace('minLength', (limit, text) => countUpTo(limit, text) >= limit);
  replace('maxLength', (limit, text) => {
    if (text.length <= limit) return true;
    // A character has at most two units.
    return text.length <= 2 * limit && countUpTo(limit + 1, text) <= limit;
  });
}

/** How many characters a text has, up to a number: a pair of surrogates is one. */
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
