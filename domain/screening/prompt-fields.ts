/**
 * All fields whose text becomes part of a prompt, or is published along with one. Screening reads
 * only this table. `*` stands for each element of a list.
 */
export const PROMPT_FIELDS = {
  /** Fields of an image or video request, and of its quote. A tag can be replaced by its text. */
  request: ['prompt', 'script', 'reference_images.*.tag'],
  /** Fields of a request for speech, and of its quote. */
  speech: ['text'],
  /** Fields of a saved or renamed character or product. */
  subject: ['name', 'category'],
  /** Fields of a cloned voice. They are not part of a prompt, but people choose a voice by them. */
  voice: ['name'],
  /**
   * Fields of a social post. They are not part of a prompt, but are published under our app's name.
   */
  post: ['caption', 'settings.youtube.title'],
  /**
   * Fields of an upload box. They are not part of a prompt, but are shown to people on one of our
   * pages.
   */
  box: ['purpose'],
  /** Fields of a saved character or product: its photo descriptions. */
  seen: [
    'analysis.character_analysis.detailed_description',
    'analysis.product_analysis.type',
    'analysis.product_analysis.detailed_description',
  ],
  /** Fields of a generation: texts that models wrote for it. */
  written: [
    'analysis.scene_analysis',
    'analysis.character_analysis',
    'written.image',
    'written.video',
  ],
} as const;

/** Reads the texts in these fields of an object. Values that are not texts are skipped. */
export const readWords = (from: object, fields: readonly string[]): string[] =>
  fields.flatMap((field) => collectTexts(from, field.split('.')));

function collectTexts(value: unknown, [name, ...rest]: readonly string[]): string[] {
  if (name === undefined) return typeof value === 'string' ? [value] : [];
  if (name === '*')
    return Array.isArray(value) ? value.flatMap((one) => collectTexts(one, rest)) : [];
  if (typeof value !== 'object' || value === null) return [];
  const member: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return collectTexts(member, rest);
}
