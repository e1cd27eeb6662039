import type { Moderation, Verdict } from '../../domain/ports/moderation.js';

/**
 * Makes one moderator of several: each is asked in turn, and the first that refuses decides. If one
 * of them fails, the whole check fails.
 */
export function chainModerators(moderators: readonly Moderation[]): Moderation {
  async function judgeInTurn(ask: (moderator: Moderation) => Promise<Verdict>): Promise<Verdict> {
    for (const moderator of moderators) {
      const verdict = await ask(moderator);
      if (!verdict.allowed) return { ...verdict, reason: `${moderator.name}: ${verdict.reason}` };
    }
    return { allowed: true };
  }
  return {
    name: moderators.map(({ name }) => name).join(' + '),
    text: (text, signal) => judgeInTurn((moderator) => moderator.text(text, signal)),
    images: (images, signal) => judgeInTurn((moderator) => moderator.images(images, signal)),
  };
}
