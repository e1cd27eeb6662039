/**
 * Every field whose text becomes part of a prompt, or is published along with one. Screening reads
 * only this table. `*` stands for each element of a list.
 */
export const PROMPT_FIELDS = {
  /**
   * Fields of a request for an image or a video, and of its quote. A tag can be replaced by its
   * text.
   */
  request: ['prompt', 'reference_images.*.tag'],
  /** Fields of a saved or renamed character or product. */
  subject: ['name', 'category'],
  /**
   * Fields of a social post. They become no prompt, but are published under the name of our app.
   */
  post: ['caption', 'settings.youtube.title'],
  /**
   * Fields of an upload box. They become no prompt, but are shown to people on one of our pages.
   */
  box: ['purpose'],
  /** Fields of a saved character or product: the descriptions of its photos. */
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

/** Reads the texts in these fields of an object. Other values are skipped. */
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
