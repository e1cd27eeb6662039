/**
 * Words that are looked for inside letters that are spelt out, where any letter may be the first of a
 * word. So none of them may lie inside an ordinary word: `teen` does, in `canteen`, but minors are
 * refused beside sex only. Longer ones first.
 */
const SEX = [
  'pornographic',
  'pornography',
  'pornhub',
  'porno',
  'porn',
  'nudity',
  'nudes',
  'nude',
  'naked',
  'topless',
  'hentai',
  'blowjob',
  'handjob',
  'cumshot',
  'gangbang',
  'orgasm',
  'masturbat',
  'erotica',
  'erotic',
  'boobs',
  'pussy',
  'penis',
  'vagina',
  'dildo',
  'nsfw',
  'fucking',
  'fucked',
  'fuck',
];
const GORE = ['dismember', 'disembowel', 'decapitat', 'behead', 'eviscerat', 'gore'];
const MINORS = [
  'schoolgirl',
  'schoolboy',
  'children',
  'child',
  'toddler',
  'preteen',
  'teenager',
  'teen',
  'underage',
  'kids',
  'loli',
];

export const HIDDEN: readonly string[] = [...SEX, ...GORE, ...MINORS];

/** Too short to be looked for inside others: they must be all that is spelt out. */
export const HIDDEN_WHOLE: readonly string[] = ['sex', 'tits', 'kid', 'rape'];
