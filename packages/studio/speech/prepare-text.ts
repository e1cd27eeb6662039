/**
 * Longest run of characters without a space. The synthesiser matches patterns recursively, so a
 * longer run can exceed its stack.
 */
const RUN_MAX = 30;
/**
 * Maximum weight of one utterance, about its number of words. The synthesiser's memory grows with
 * the utterance.
 */
const UTTERANCE_WEIGHT_MAX = 40;
/** The synthesiser begins an utterance after an empty line. */
const BREAK = '\n\n';

/** Characters that Unicode decomposition leaves, in English spelling. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/[‘’]/g, "'"],
  [/[“”]/g, '"'],
  [/[–—]/g, ', '],
  [/…/g, '...'],
  [/€/g, ' euros '],
  [/£/g, ' pounds '],
  [/[æÆ]/g, 'ae'],
  [/[œŒ]/g, 'oe'],
  [/[øØ]/g, 'o'],
  [/[łŁ]/g, 'l'],
  [/ß/g, 'ss'],
];

/**
 * Prepares a text for the synthesiser: printable ASCII, in utterances of limited length. Characters
 * that it cannot pronounce become spaces, accents are removed.
 * @returns an empty text if there is nothing to pronounce
 */
export function prepareText(text: string): string {
  const spelled = SPELLINGS.reduce((so, [from, to]) => so.replaceAll(from, to), text)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e\n]/g, ' ');
  if (!/[a-z0-9]/i.test(spelled)) return '';
  return spelled
    .split(/\n\s*\n/)
    .flatMap(splitParagraph)
    .join(BREAK);
}

function splitParagraph(paragraph: string): string[] {
  const utterances: string[] = [];
  let words: string[] = [];
  let weight = 0;
  const end = () => {
    if (words.length > 0) utterances.push(words.join(' '));
    [words, weight] = [[], 0];
  };
  for (const word of paragraph.split(/\s+/).flatMap(splitRun)) {
    const own = weigh(word);
    if (weight + own > UTTERANCE_WEIGHT_MAX) end();
    words.push(word);
    weight += own;
    if (/[.?!]["')\]]*$/.test(word)) weight = 0;
  }
  end();
  return utterances;
}

const splitRun = (run: string): string[] => run.match(new RegExp(`.{1,${RUN_MAX}}`, 'g')) ?? [];

/**
 * Estimates the number of spoken words. "777" is read as five words, "WWW" and "bcd" letter by
 * letter, and symbols by their names.
 */
function weigh(word: string): number {
  const isWord = /^[A-Za-z]?[a-z']*[.,;:?!]*$/.test(word) && /[aeiouy]/i.test(word);
  if (isWord) return Math.ceil(word.length / 10);
  return word.length * (/\d/.test(word) ? 2 : 1);
}
