import type { CreateSocialPost, SocialPlatform } from '../../api/contract';
import { parseLocalTime } from './local-time';

/** The state of the new-post form. */
export interface PostDraft {
  readonly character: string | null;
  readonly platforms: readonly SocialPlatform[];
  readonly generations: readonly string[];
  readonly caption: string;
  /** A `datetime-local` value; empty if the post should be published immediately. */
  readonly time: string;
}

export const EMPTY_POST: PostDraft = {
  character: null,
  platforms: [],
  generations: [],
  caption: '',
  time: '',
};

/** Converts the form to a request; returns null while a field is missing. */
export function toPost(draft: PostDraft): CreateSocialPost | null {
  const { character, platforms, generations, caption, time } = draft;
  if (!character || platforms.length === 0 || generations.length === 0) return null;
  return {
    character_id: character,
    platforms: [...platforms],
    generation_ids: [...generations],
    ...(caption !== '' && { caption }),
    ...(time !== '' && { scheduled_at: parseLocalTime(time) }),
  };
}
