/**
 * One spelling for texts that look alike: no invisible signs, single spaces, composed width and
 * accents.
 */
export const toPlain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ');

/** Letters of other scripts that look like Latin ones; `l` and `I` look alike in most fonts. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['aаαɑ', 'a'],
    ['bвβь', 'b'],
    ['cсϲ', 'c'],
    ['dԁɗ', 'd'],
    ['eеεє', 'e'],
    ['gɡ', 'g'],
    ['hнһ', 'h'],
    ['iіιlӏł', 'i'],
    ['jј', 'j'],
    ['kкκ', 'k'],
    ['mм', 'm'],
    ['nп', 'n'],
    ['oоοøσ', 'o'],
    ['pрρ', 'p'],
    ['qԛ', 'q'],
    ['rг', 'r'],
    ['sѕ', 's'],
    ['tтτ', 't'],
    ['uυ', 'u'],
    ['vνѵ', 'v'],
    ['wшԝω', 'w'],
    ['xхχ', 'x'],
    ['yуγү', 'y'],
  ].flatMap(([letters = '', letter = '']) => Array.from(letters, (one) => [one, letter])),
);

/** Digits and signs that stand for letters, inside words only. */
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '€': 'e',
  '£': 'i',
};
const LEET_RUN = /[\p{L}\d@$!|€£]+/gu;

/** All accents except the tilde of ñ, which makes another word: niña is a girl, Nina a name. */
const ACCENTS = /(?<!n)\u0303|[\u0300-\u0302\u0304-\u036f]/g;

/** A letter three times or more, which no normal spelling has. */
const STRETCHED = /(\p{L})\1{2,}/gu;

/** A word without letters that are repeated to stretch it. */
export const unstretch = (text: string): string => text.replace(STRETCHED, '$1');

/**
 * The form in which a text is compared with built-in terms: lower case, no accents, look-alike
 * letters replaced, stretched words shortened. Terms are folded in the same way, so a script may
 * become unreadable as long as text and term stay equal.
 */
export function fold(text: string): string {
  const bare = toPlain(text).toLowerCase().normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  return unstretch(bare).replace(/\p{L}/gu, (letter) => LOOKALIKES[letter] ?? letter);
}

/**
 * The ways in which a text can be read: as it is, and with leetspeak replaced by letters. A run of
 * signs is leetspeak when it has a letter. So is a single sign, which may belong to a word that is
 * spelt out. Each run is read once, so the time grows linearly with the length.
 */
export function listReadings(text: string): readonly string[] {
  const spelt = text.replace(LEET_RUN, (run) =>
    run.length === 1 || /\p{L}/u.test(run)
      ? Array.from(run, (sign) => LEET[sign] ?? sign).join('')
      : run,
  );
  return spelt === text ? [fold(text)] : [fold(text), fold(spelt)];
}
