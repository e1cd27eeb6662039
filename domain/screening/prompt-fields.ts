/**
 * Every field whose words become part of a prompt, or stand beside one that does. Screening reads
 * them from this table alone. `*` stands for each element of a list.
 */
export const PROMPT_FIELDS = {
  /** Of the request for an image or a video, and of its quote. A tag can be replaced by its words. */
  request: ['prompt', 'reference_images.*.tag'],
  /** Of a character or product that is saved or renamed. */
  subject: ['name', 'category'],
  /** Of a social post, which becomes no prompt: its words are published under the name of our app. */
  post: ['caption', 'settings.youtube.title'],
  /** Of an upload box, which becomes no prompt: its words are shown to people on a page of ours. */
  box: ['purpose'],
  /** Of a saved character or product: what was seen in its photos. */
  seen: [
    'analysis.character_analysis.detailed_description',
    'analysis.product_analysis.type',
    'analysis.product_analysis.detailed_description',
  ],
  /** Of a generation: what models have seen and written for it. */
  written: [
    'analysis.scene_analysis',
    'analysis.character_analysis',
    'written.image',
    'written.video',
  ],
} as const;

/** Reads the words of the fields that an object has; other values are left out. */
export const readWords = (from: object, fields: readonly string[]): string[] =>
  fields.flatMap((field) => wordsAt(from, field.split('.')));

function wordsAt(value: unknown, [name, ...rest]: readonly string[]): string[] {
  if (name === undefined) return typeof value === 'string' ? [value] : [];
  if (name === '*') return Array.isArray(value) ? value.flatMap((one) => wordsAt(one, rest)) : [];
  if (typeof value !== 'object' || value === null) return [];
  const member: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return wordsAt(member, rest);
}
