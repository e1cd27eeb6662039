/** A list of phrases, written with commas between them. */
export const phrases = (text: string): string[] => text.split(',').map((phrase) => phrase.trim());
