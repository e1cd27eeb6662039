import { splitPhrases } from '../term-trie.js';

/**
 * Words that are searched inside spelt-out letters, where a word can begin at any letter. So none
 * of them may be part of an ordinary word. `teen` is part of `canteen`, but minors are refused only
 * together with sex. Longer words come first.
 */
const SEX = splitPhrases(`
  pornographic, pornography, pornhub, porno, porn, nudity, nudes, nude, naked, topless,
  hentai, blowjob, handjob, cumshot, gangbang, orgasm, masturbat, erotica, erotic, boobs,
  pussy, penis, vagina, dildo, nsfw, fucking, fucked, fuck
`);
const GORE = splitPhrases(`
  dismember, disembowel, decapitat, behead, eviscerat, gore
`);
const MINORS = splitPhrases(`
  schoolgirl, schoolboy, children, child, toddler, preteen, teenager, teen, underage, kids,
  loli
`);

export const HIDDEN: readonly string[] = [...SEX, ...GORE, ...MINORS];

/**
 * Words that are too short to search inside spelt-out letters: they count only if nothing else is
 * spelt out with them.
 */
export const HIDDEN_WHOLE: readonly string[] = ['sex', 'tits', 'kid', 'rape'];
