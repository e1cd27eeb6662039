import type { GenerationInput } from '../contract/generation-input.js';
import { refuseInvalid } from '../contract/refusal.js';
import type { MediaFieldValue } from '../uploads/parse-fields.js';

/** A media field in a request body, with its file's role. */
export type SingleFields = readonly (readonly [
  field: string,
  role: GenerationInput['role'],
  text: string | undefined,
])[];

/** A reference image in a request body. */
export interface TaggedImage {
  readonly tag?: string;
  readonly image: string;
}

/**
 * Lists a request's media fields with their paths. A reference without a tag gets a default tag.
 * @throws {Refusal} VALIDATION_ERROR listing every tag that is used twice
 */
export function listMediaFields(
  singles: SingleFields,
  references: readonly TaggedImage[],
): MediaFieldValue[] {
  const single = singles.flatMap(([field, role, text]) =>
    text === undefined ? [] : [{ path: `body.${field}`, text, role, tag: null }],
  );
  const tagged = references.map(({ tag, image }, index) => ({
    path: `body.reference_images.${index}.image`,
    text: image,
    role: 'reference' as const,
    tag: tag ?? `@ref${index + 1}`,
  }));
  // Tags are case-insensitive.
  const tags = tagged.map(({ tag }) => tag.toLowerCase());
  const issues = tagged.flatMap(({ tag }, index) => {
    const message = `${tag} is used twice; give every reference a different tag (case is ignored)`;
    const path = `body.reference_images.${index}.tag`;
    return tags.indexOf(tag.toLowerCase()) < index ? [{ path, message }] : [];
  });
  if (issues.length > 0) throw refuseInvalid(issues);
  return [...single, ...tagged];
}
