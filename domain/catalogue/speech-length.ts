/** Silence before and after a text, and its slower end, in seconds. */
const EDGES = 0.77;

/**
 * Seconds that each match takes at normal speed, measured with the slowest of the studio's voices.
 * A part of a text may match several rows.
 */
const PARTS: readonly (readonly [RegExp, number])[] = [
  // A character of a Chinese, Japanese or Korean text, which is a syllable or more.
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu, 0.16],
  [/\p{L}/gu, 0.057],
  // Syllables take longer than the letters between them.
  [/[aeiouyà-öø-ÿ]+/gi, 0.052],
  [/[1-9]/g, 0.38],
  [/7/g, 0.2],
  [/0/g, 0.24],
  // The words "hundred" and "thousand".
  [/\d(?=\d\d)|\d,(?=\d{3})/g, 0.24],
  // A symbol that is spoken as a word, also between the parts of an address.
  [/[\p{Sc}%&+=#/*^~_\\°]/gu, 0.6],
  [/@|(?:\p{L}{2}|\d)\.(?=[\p{L}\d])/gu, 0.35],
  [/\p{So}|(?:^|\s)[([{"“]/gu, 0.1],
  // Pauses after a phrase and after a sentence.
  [/[,;:–—…]["”’')]*\s|[、，；：]/g, 0.52],
  [/[.!?]["”’')]*\s+|\n+|[。！？]/g, 0.4],
];

/** Seconds that a letter takes longer if its word is spelled, and a W, whose name is the longest. */
const SPELLED = 0.2;
const SPELLED_W = 0.38;

const SENTENCE = /[^.!?\n]+/g;
const WORD = /[\p{L}\p{M}'’]+/gu;
const CAPITAL = /\p{Lu}/gu;
const NO_VOWEL = /^(?:[b-df-hj-np-tv-xz]+|u)$/i;
/** A word in capitals that can be pronounced. An abbreviation rarely has a vowel inside. */
const LOUD_WORD = /\p{Lu}[AEIOUYÀ-Ý]\p{Lu}{2}|\p{Lu}{2}[AEIOUYÀ-Ý]\p{Lu}/u;
/** Maximum length of an abbreviation. Longer ones, such as UNESCO, are words. */
const ABBREVIATION_MAX = 5;

/**
 * Estimates how long a voice speaks a text at normal speed, in seconds. Rather too long than too
 * short: sentences of normal words take up to 30 percent less.
 */
export function estimateSpeechSeconds(text: string): number {
  const spoken = text.trim();
  const spelled = (spoken.match(SENTENCE) ?? []).flatMap(findSpelled).join('');
  return (
    PARTS.reduce((sum, [part, seconds]) => sum + count(spoken, part) * seconds, EDGES) +
    spelled.length * SPELLED +
    count(spelled, /w/gi) * SPELLED_W
  );
}

const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0;

/**
 * Finds the words of a sentence that are spelled: words without a vowel, and short words with two
 * capitals unless the whole sentence is in capitals.
 */
function findSpelled(sentence: string): string[] {
  const isLoud = !/\p{Ll}/u.test(sentence) && LOUD_WORD.test(sentence);
  const isAbbreviation = (word: string) =>
    word.length <= ABBREVIATION_MAX && count(word, CAPITAL) > 1;
  return (sentence.match(WORD) ?? []).filter(
    (word) => NO_VOWEL.test(word) || (!isLoud && isAbbreviation(word)),
  );
}

/**
 * Finds the shortest clip in which a text can be spoken.
 * @param durations whole seconds as text, as a model offers them
 * @returns null if the text is too long for every clip
 */
export function findClipLength(text: string, durations: readonly string[]): string | null {
  return findDuration(estimateSpeechSeconds(text), durations);
}

/** Finds the shortest clip that has at least this many seconds; null if every clip is shorter. */
export function findDuration(needed: number, durations: readonly string[]): string | null {
  return (
    durations
      .toSorted((one, other) => Number(one) - Number(other))
      .find((seconds) => Number(seconds) >= needed) ?? null
  );
}
