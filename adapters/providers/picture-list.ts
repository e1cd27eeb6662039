import type { ImageJob, JobMedia, TaggedImage } from '../../domain/ports/provider-job.js';

/** Returns how a vendor's prompt refers to the n-th image, counted from 0. */
export type Notation = (index: number) => string;

/** Writes `image 1`, which models without their own notation understand. */
export const PLAIN: Notation = (index) => `image ${index + 1}`;

const TAG = /(?<![\p{L}\p{N}_])@[\p{L}\p{N}_]+/gu;

/**
 * Replaces every known `@tag` in a prompt by the vendor's notation. Ignores case and replaces only
 * whole tags (`@cat` is not found in `@catalogue`).
 * @param names each tag's replacement
 */
export function rewriteTags(prompt: string, names: ReadonlyMap<string, string>): string {
  const known = new Map([...names].map(([tag, name]) => [tag.toLowerCase(), name]));
  return prompt.replace(TAG, (tag) => known.get(tag.toLowerCase()) ?? tag);
}

/** Returns each reference's name, where the first reference is image `first`, counted from 0. */
export const tagNames = (
  references: readonly TaggedImage[],
  notation: Notation,
  first = 0,
): ReadonlyMap<string, string> =>
  new Map(references.map(({ tag }, index) => [tag, notation(first + index)]));

/** Builds one clause that describes a list of images: `images 2 and 3 are …`. */
function buildClause(
  first: number,
  count: number,
  notation: Notation,
  one: string,
  many: string,
): readonly string[] {
  if (count === 0) return [];
  const names = Array.from({ length: count }, (_, index) => notation(first + index));
  return [`${joinNames(names)} ${count === 1 ? one : many}`];
}

const joinNames = (names: readonly string[]): string =>
  names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

const capitalise = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * Returns an image job's images, in the same order for every vendor (scene, face, product,
 * references), and its prompt: tags in the vendor's notation, then one sentence with each image's
 * purpose. Without images the prompt is unchanged.
 */
export function describeImages(
  { edit, fullPrompt, inputs }: Pick<ImageJob, 'edit' | 'fullPrompt' | 'inputs'>,
  notation: Notation = PLAIN,
): { readonly pictures: readonly JobMedia[]; readonly prompt: string } {
  const { scene, characters, products, references } = inputs;
  const scenes = scene === null ? [] : [scene];
  const product = scenes.length + characters.length;
  const reference = product + products.length;
  const clauses = [
    ...buildClause(
      0,
      scenes.length,
      notation,
      edit ? 'is the picture to change' : 'is the scene: keep its pose, framing, setting and light',
      '',
    ),
    ...buildClause(
      scenes.length,
      characters.length,
      notation,
      'shows the face to preserve',
      'show one person, whose face to preserve',
    ),
    ...buildClause(
      product,
      products.length,
      notation,
      'shows the product to reproduce faithfully',
      'show one product, to reproduce faithfully',
    ),
    ...buildClause(reference, references.length, notation, 'is a reference', 'are references'),
  ];
  const pictures = [...scenes, ...characters, ...products, ...references.map(({ image }) => image)];
  const prompt = rewriteTags(fullPrompt, tagNames(references, notation, reference));
  const legend = clauses.length === 0 ? '' : `\n\n${capitalise(clauses.join('; '))}.`;
  return { pictures, prompt: `${prompt}${legend}`.trim() };
}
