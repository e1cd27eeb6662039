import type { SlicedWork } from './slices.js';

const ADULT = 18;

const SPELT: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
};
const NUMBER = `(\\d{1,3}|${Object.keys(SPELT).join('|')})`;
/** Things that have an age but are not people. */
const THINGS =
  'whisk(?:e?y|ies)|scotch|single malt|malt|rum|wine|port|cognac|brandy|cheese|bottle|car|truck|bike|tree|oak|pine|house|building|castle|dog|cat|horse|company|brand|sofa|table|guitar|violin|laptop';

/** Expressions for ages in years, as written in prompts; the number is the only group. */
const AGES: readonly RegExp[] = [
  `(?<![\\p{L}\\d.])${NUMBER}[\\s-]*(?:years?|yrs?)[\\s-]*olds?(?!\\p{L})(?![\\s-]+(?:\\p{L}+[\\s-]+)?(?:${THINGS})s?(?!\\p{L}))`,
  `(?<![\\p{L}\\d.])${NUMBER}[\\s-]*(?:yo|y/o|y\\.o\\.)(?!\\p{L})`,
  `(?<!\\p{L})(?:aged?|age of)[\\s:]+${NUMBER}(?!\\d|\\p{L})`,
  `(?<![\\p{L}\\d.])${NUMBER}[\\s-]*(?:jahre?n? alt|jährige[rsnm]?|ans|años|anos|anni|лет)(?!\\p{L})`,
  `(?<!\\d)${NUMBER}\\s?(?:歳|才|岁|歲|살|세)`,
].map((source) => new RegExp(source, 'gu'));

const parseYears = (text: string): number => SPELT[text] ?? Number(text);

/**
 * Returns whether a text mentions a person younger than 18. In each expression, the repeated part
 * and the next part cannot begin with the same character, so each character is read at most a few
 * times.
 * @param plain from `readPlain`
 */
export function* hasMinorAge(plain: string): SlicedWork<boolean> {
  const lower = plain.toLowerCase();
  for (const age of AGES) {
    yield lower.length;
    for (const [, years = ''] of lower.matchAll(age)) if (parseYears(years) < ADULT) return true;
  }
  return false;
}
