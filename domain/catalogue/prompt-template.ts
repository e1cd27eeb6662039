/**
 * Builds the prompt for an upstream without a text model. A configured text model writes a better
 * prompt; this module is used if there is no text model, or if none responds.
 */

/** The parts of one request. Absent parts are null or empty. */
export interface PromptParts {
  /** The caller's prompt. */
  readonly prompt: string;
  /** An analysis's text, or the text stored with a character or product. */
  readonly scene: string | null;
  readonly character: string | null;
  readonly product: string | null;
  readonly hasCharacter: boolean;
  readonly hasProduct: boolean;
  /** Tags that refer to reference images. */
  readonly tags: readonly string[];
  readonly edit: boolean;
  /** True for a video's first frame. */
  readonly isFirstFrame: boolean;
}

/** Used for motion control without a prompt: the image needs a person who can move. */
const SOMEBODY = 'One person, full body, facing the camera, arms relaxed, plain background.';

/** Builds an image's prompt. */
export function buildImagePrompt(parts: PromptParts): string {
  const { prompt, edit, tags } = parts;
  const nothing = !parts.hasCharacter && !parts.hasProduct && tags.length === 0;
  const unmentioned = findUnnamed(prompt, tags);
  return joinSentences([
    parts.isFirstFrame ? 'The first frame of a video, sharp and without motion blur.' : '',
    edit
      ? 'Change only what is asked for; keep everything else of the given picture as it is.'
      : '',
    prompt || (nothing && parts.scene === null ? SOMEBODY : ''),
    parts.scene === null || edit ? '' : `Keep pose, framing and light of the scene: ${parts.scene}`,
    parts.hasCharacter ? `Keep the identity of the person. ${parts.character ?? ''}` : '',
    parts.hasProduct
      ? `Reproduce the product exactly: shape, label, colours. ${parts.product ?? ''}`
      : '',
    unmentioned.length > 0 ? `Use the references ${unmentioned.join(', ')}.` : '',
  ]);
}

/** Used for a clip without a prompt. */
const GENTLY = 'Natural, gentle movement.';

/** Builds a clip's prompt. The clip's first frame already shows the appearance. */
export function buildVideoPrompt({
  prompt,
  tags,
  hasProduct,
  speaks,
}: Pick<PromptParts, 'prompt' | 'tags' | 'hasProduct'> & {
  /** Whether a person speaks in the clip. */
  readonly speaks: boolean;
}): string {
  const unmentioned = findUnnamed(prompt, tags);
  return joinSentences([
    prompt || GENTLY,
    unmentioned.length > 0 ? `Use the references ${unmentioned.join(', ')}.` : '',
    hasProduct ? 'The product keeps its shape, label and colours.' : '',
    speaks ? 'The person faces the camera and speaks to it; the mouth stays visible.' : '',
  ]);
}

const TAG = /(?<![\p{L}\p{N}_])@[\p{L}\p{N}_]+/gu;

/**
 * Finds the tags that a prompt does not contain. Case is ignored, and `@catalogue` does not contain
 * the tag `@cat`.
 */
function findUnnamed(prompt: string, tags: readonly string[]): string[] {
  const named = new Set((prompt.match(TAG) ?? []).map((tag) => tag.toLowerCase()));
  return tags.filter((tag) => !named.has(tag.toLowerCase()));
}

const joinSentences = (parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n');

/**
 * Removes the tags from a prompt, for a model that does not receive the tagged images. The first
 * frame already shows their subjects.
 */
export function removeTags(prompt: string, tags: readonly string[]): string {
  const known = new Set(tags.map((tag) => tag.toLowerCase()));
  return prompt.replaceAll(TAG, (tag) => {
    if (!known.has(tag.toLowerCase())) return tag;
    return /^@ref\d*$/i.test(tag) ? 'the subject' : tag.slice(1).replaceAll('_', ' ');
  });
}

/**
 * Cuts a text to `max` characters: after a sentence if one ends in the last third, otherwise after
 * a word.
 */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max);
  const sentence = Math.max(...['. ', '! ', '? ', '\n'].map((end) => head.lastIndexOf(end)));
  if (sentence > (max * 2) / 3) return head.slice(0, sentence + 1).trimEnd();
  return head.slice(0, findLastWord(head)).trimEnd() || head.trimEnd();
}

/**
 * Finds the start of a text's last word. Searches from the end, because a regular expression would
 * try every space in a long run.
 */
function findLastWord(text: string): number {
  let at = text.length;
  while (at > 0 && !/\s/.test(text[at - 1] ?? '')) at -= 1;
  return at;
}
