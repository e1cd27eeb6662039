import type { CreateSocialPost, SocialPlatform } from '../../api/contract';
import { fromLocalTime } from './local-time';

/** What the form of a new post holds. */
export interface PostDraft {
  readonly character: string | null;
  readonly platforms: readonly SocialPlatform[];
  readonly generations: readonly string[];
  readonly caption: string;
  /** As a field of the type `datetime-local` has it; empty for now. */
  readonly time: string;
}

export const EMPTY_POST: PostDraft = {
  character: null,
  platforms: [],
  generations: [],
  caption: '',
  time: '',
};

/** The request that the form stands for; null while something is missing. */
export function toPost(draft: PostDraft): CreateSocialPost | null {
  const { character, platforms, generations, caption, time } = draft;
  if (!character || platforms.length === 0 || generations.length === 0) return null;
  return {
    character_id: character,
    platforms: [...platforms],
    generation_ids: [...generations],
    ...(caption !== '' && { caption }),
    ...(time !== '' && { scheduled_at: fromLocalTime(time) }),
  };
}
