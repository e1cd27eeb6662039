import type { Verdict } from '../../domain/ports/moderation.js';

/** The classes of the model, in the order of its answer (nsfwjs 4.4.0, nsfw_classes). */
export const CLASSES = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'] as const;
export type PictureClass = (typeof CLASSES)[number];

/** A picture is refused when the probabilities of these classes add up to `from` or more. */
export interface Limit {
  readonly classes: readonly PictureClass[];
  readonly from: number;
}

/**
 * The limit is high, because a wrong refusal costs a caller the generation: of 27 ordinary photos
 * and micrographs (samples of scikit-image and scikit-learn) the highest, a retina, had 0.65.
 * `sexy` is allowed in pictures, as it is in words.
 */
export const LIMITS: readonly Limit[] = [{ classes: ['porn', 'hentai'], from: 0.85 }];

/** The verdict that follows from the probabilities of one picture. */
export function verdictOf(probabilities: readonly number[], limits = LIMITS): Verdict {
  for (const { classes, from } of limits) {
    const sum = classes.reduce((total, name) => total + shareOf(name, probabilities), 0);
    if (sum >= from) {
      return { allowed: false, reason: `picture: ${classes.join(' or ')} ${sum.toFixed(2)}` };
    }
  }
  return { allowed: true };
}

const shareOf = (name: PictureClass, probabilities: readonly number[]): number =>
  probabilities[CLASSES.indexOf(name)] ?? 0;
