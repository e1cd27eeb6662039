import type { Moderation } from '../../domain/ports/moderation.js';
import { createPictureThread } from './picture-thread.js';
import { canSeePictures, judgePictures } from './pictures.js';
import { runInTurns } from './slices.js';
import { createTextCheck } from './text.js';

export interface LocalModeration extends Moderation {
  /** Whether it checks pictures; without its packages they pass unchecked. */
  readonly seesPictures: boolean;
  close(): Promise<void>;
}

/**
 * Moderation that needs no key and no network: lists of words for texts, a small model for
 * pictures.
 * @param blockedTerms of the operator
 */
export function createLocalModeration(blockedTerms: readonly string[]): LocalModeration {
  const check = createTextCheck(blockedTerms);
  const thread = createPictureThread();
  const seesPictures = canSeePictures();
  return {
    name: 'local',
    seesPictures,
    text: (text, signal) => runInTurns(check(text), signal),
    images: (images, signal) =>
      seesPictures ? judgePictures(thread, images, signal) : Promise.resolve({ allowed: true }),
    close: () => thread.close(),
  };
}
