import type { Moderation, Verdict } from '../../domain/ports/moderation.js';

/**
 * Several moderators as one: each is asked in turn, and the first that refuses decides. One that
 * cannot say fails the whole.
 */
export function inOrder(moderators: readonly Moderation[]): Moderation {
  async function first(ask: (moderator: Moderation) => Promise<Verdict>): Promise<Verdict> {
    for (const moderator of moderators) {
      const verdict = await ask(moderator);
      if (!verdict.allowed) return { ...verdict, reason: `${moderator.name}: ${verdict.reason}` };
    }
    return { allowed: true };
  }
  return {
    name: moderators.map(({ name }) => name).join(' + '),
    text: (text, signal) => first((moderator) => moderator.text(text, signal)),
    images: (images, signal) => first((moderator) => moderator.images(images, signal)),
  };
}
