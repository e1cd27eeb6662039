import type { CreateSocialPost, SocialPlatform, SocialPost } from '../../api/contract';
import { groupCaptions } from './caption-groups';
import { parseLocalTime } from './local-time';

/** The state of the new-post form. */
export interface PostDraft {
  readonly character: string | null;
  /** Null until the user changes them: then every connected platform. */
  readonly platforms: readonly SocialPlatform[] | null;
  readonly generations: readonly string[];
  /** The caption of every platform, unless each has its own. */
  readonly caption: string;
  readonly isCustom: boolean;
  /** The platforms' own captions; a platform without one has the common caption. */
  readonly own: Partial<Record<SocialPlatform, string>>;
  /** A `datetime-local` value; empty if the post should be published immediately. */
  readonly time: string;
}

/** A draft whose platforms are known. */
export type ResolvedDraft = PostDraft & { readonly platforms: readonly SocialPlatform[] };

export const EMPTY_POST: PostDraft = {
  character: null,
  platforms: null,
  generations: [],
  caption: '',
  isCustom: false,
  own: {},
  time: '',
};

/** Returns a draft with the content of a post, to be sent again. */
export const copyPost = (post: SocialPost): PostDraft => ({
  ...EMPTY_POST,
  character: post.character_id,
  platforms: post.platforms,
  generations: post.generation_ids,
  caption: post.caption ?? '',
});

/** Returns a platform's caption. */
export const getCaption = (
  { isCustom, own, caption }: PostDraft,
  platform: SocialPlatform,
): string => (isCustom ? (own[platform] ?? caption) : caption);

/** Converts the form to a request for each caption; returns null while a field is missing. */
export function toPosts(draft: ResolvedDraft): CreateSocialPost[] | null {
  const { character, platforms, generations, time } = draft;
  if (!character || platforms.length === 0 || generations.length === 0) return null;
  const groups = groupCaptions(platforms, (platform) => getCaption(draft, platform));
  return groups.map(({ caption, platforms: members }) => ({
    character_id: character,
    platforms: [...members],
    generation_ids: [...generations],
    ...(caption !== '' && { caption }),
    ...(time !== '' && { scheduled_at: parseLocalTime(time) }),
  }));
}
