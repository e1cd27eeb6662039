import type { Verdict } from '../../domain/ports/moderation.js';

/** What the model tells apart, in the order of its answer (nsfwjs 4.4.0, nsfw_classes). */
export const CLASSES = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'] as const;
export type PictureClass = (typeof CLASSES)[number];

/** Classes whose probabilities together refuse a picture from here on. */
export interface Limit {
  readonly classes: readonly PictureClass[];
  readonly from: number;
}

/**
 * High, because a wrong refusal costs a caller the generation: of 27 ordinary photos and micrographs
 * (samples of scikit-image and scikit-learn) the worst, a retina, had 0.65. `sexy` is allowed, as its
 * words are.
 */
export const LIMITS: readonly Limit[] = [{ classes: ['porn', 'hentai'], from: 0.85 }];

/** What the probabilities of one picture come to. */
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
