/** Splits a text into phrases at its commas. */
export const splitPhrases = (text: string): string[] =>
  text.split(',').map((phrase) => phrase.trim());
