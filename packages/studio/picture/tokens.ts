import * as words from './words.js';

/**
 * Returns the lower-case words of a prompt; a plural becomes the singular if only the singular is
 * known.
 */
export function tokens(prompt: string): string[] {
  const tables = Object.values(words).filter((value) => value instanceof Map);
  const known = (word: string) => tables.some((table) => table.has(word));
  return (prompt.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => {
    if (known(word)) return word;
    const singular = [word.replace(/ies$/, 'y'), word.replace(/es$/, ''), word.replace(/s$/, '')];
    return singular.find(known) ?? word;
  });
}
