import type { ImageJob, JobMedia, TaggedImage } from '../../domain/ports/provider.js';

/** How a vendor's prompt names the n-th picture, counted from 0. */
export type Notation = (index: number) => string;

/** `image 1`: what models without a notation of their own understand. */
export const PLAIN: Notation = (index) => `image ${index + 1}`;

const TAG = /(?<![\p{L}\p{N}_])@[\p{L}\p{N}_]+/gu;

/**
 * The prompt with every known `@tag` in the vendor's notation; the case of a tag plays no part, and
 * a word of another tag is left alone (`@cat` is no part of `@catalogue`).
 * @param names what each tag becomes
 */
export function rewriteTags(prompt: string, names: ReadonlyMap<string, string>): string {
  const known = new Map([...names].map(([tag, name]) => [tag.toLowerCase(), name]));
  return prompt.replace(TAG, (tag) => known.get(tag.toLowerCase()) ?? tag);
}

/** What each reference is called when they are the pictures from `first` on, counted from 0. */
export const tagNames = (
  references: readonly TaggedImage[],
  notation: Notation,
  first = 0,
): ReadonlyMap<string, string> =>
  new Map(references.map(({ tag }, index) => [tag, notation(first + index)]));

/** What a list of pictures is, as one clause: `images 2 and 3 are …`. */
function clause(
  first: number,
  count: number,
  notation: Notation,
  one: string,
  many: string,
): readonly string[] {
  if (count === 0) return [];
  const names = Array.from({ length: count }, (_, index) => notation(first + index));
  return [`${listed(names)} ${count === 1 ? one : many}`];
}

const listed = (names: readonly string[]): string =>
  names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * The pictures of an image job in the order in which every vendor gets them (scene, face, product,
 * references), and its prompt: tags in the vendor's notation, then one sentence that says what each
 * picture is for. Without pictures the prompt stays as it is.
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
    ...clause(
      0,
      scenes.length,
      notation,
      edit ? 'is the picture to change' : 'is the scene: keep its pose, framing, setting and light',
      '',
    ),
    ...clause(
      scenes.length,
      characters.length,
      notation,
      'shows the face to preserve',
      'show one person, whose face to preserve',
    ),
    ...clause(
      product,
      products.length,
      notation,
      'shows the product to reproduce faithfully',
      'show one product, to reproduce faithfully',
    ),
    ...clause(reference, references.length, notation, 'is a reference', 'are references'),
  ];
  const pictures = [...scenes, ...characters, ...products, ...references.map(({ image }) => image)];
  const prompt = rewriteTags(fullPrompt, tagNames(references, notation, reference));
  const legend = clauses.length === 0 ? '' : `\n\n${capital(clauses.join('; '))}.`;
  return { pictures, prompt: `${prompt}${legend}`.trim() };
}
