/** Seconds that parts of a text take at normal speed, measured with the studio's voices. */
const SECONDS = {
  /** A character of a Chinese, Japanese or Korean text, which is a syllable or more. */
  syllable: 0.22,
  /** A digit, or a symbol such as `%`, which is spoken as a word. */
  word: 0.25,
  /** The pause after a punctuation mark. */
  pause: 0.2,
  letter: 0.065,
  /** Silence before and after the text. */
  edges: 0.4,
} as const;

const SYLLABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WORD = /[\p{N}\p{Sc}%&+=@#/]/u;
const PAUSE = /[.,;:!?。、！？\n]/u;

/**
 * Estimates how long a voice speaks a text at normal speed, in seconds. Rather too long than too
 * short: most texts take 5 to 20 percent less.
 */
export function estimateSpeechSeconds(text: string): number {
  let seconds: number = SECONDS.edges;
  for (const character of text.trim()) {
    if (SYLLABLE.test(character)) seconds += SECONDS.syllable;
    else if (WORD.test(character)) seconds += SECONDS.word;
    else if (PAUSE.test(character)) seconds += SECONDS.pause;
    else seconds += SECONDS.letter;
  }
  return seconds;
}

/**
 * Finds the shortest clip in which a text can be spoken.
 * @param durations whole seconds as text, as a model offers them
 * @returns null if the text is too long for every clip
 */
export function findClipLength(text: string, durations: readonly string[]): string | null {
  const needed = estimateSpeechSeconds(text);
  return (
    durations
      .toSorted((one, other) => Number(one) - Number(other))
      .find((seconds) => Number(seconds) >= needed) ?? null
  );
}
