/** One spelling of what reads alike: width and accents composed, nothing invisible, single spaces. */
export const plain = (text: string): string =>
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

/** Accents, but for the tilde of ñ, which makes another word: niña is a girl, Nina a name. */
const ACCENTS = /(?<!n)\u0303|[\u0300-\u0302\u0304-\u036f]/g;

/** A letter three times or more: nobody spells so. */
const STRETCHED = /(\p{L})\1{2,}/gu;

/** A word without letters that are repeated to stretch it. */
export const unstretched = (text: string): string => text.replace(STRETCHED, '$1');

/**
 * A text as built-in terms are compared with it: lower case, no accents, look-alike letters replaced,
 * stretched words shortened. Terms go through it as well, so what it makes of a script does not matter
 * as long as it makes the same of both.
 */
export function fold(text: string): string {
  const bare = plain(text).toLowerCase().normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  return unstretched(bare).replace(/\p{L}/gu, (letter) => LOOKALIKES[letter] ?? letter);
}

/**
 * The ways in which a text can be read: as it stands, and with leetspeak spelt in letters. A run of
 * signs is leetspeak when it has a letter, or when it is a single sign, which may be one of a word that
 * is spelt out. Each run is looked at once, so the time grows with the length only.
 */
export function readings(text: string): readonly string[] {
  const spelt = text.replace(LEET_RUN, (run) =>
    run.length === 1 || /\p{L}/u.test(run)
      ? Array.from(run, (sign) => LEET[sign] ?? sign).join('')
      : run,
  );
  return spelt === text ? [fold(text)] : [fold(text), fold(spelt)];
}
