import type { PostItem, PublishJob } from '../../../domain/ports/social-platform.js';
import type { GraphRecord } from '../meta/call-graph.js';

type InstagramSettings = NonNullable<PublishJob['settings']['instagram']>;
type UserTag = NonNullable<InstagramSettings['user_tags']>[number];

const getInstagramSettings = ({ settings }: PublishJob): InstagramSettings =>
  settings.instagram ?? {};
const stripAtSign = (username: string): string => username.replace(/^@/, '');
const isClip = ({ durationMs }: PostItem): boolean => durationMs !== null;

/** Removes empty parameters, because the platform refuses some of them. */
const removeEmpty = (params: GraphRecord): GraphRecord =>
  Object.fromEntries(
    Object.entries(params).filter(
      ([, value]) =>
        value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );

/**
 * Builds the parameters of one image or clip: feed, reel or story. A clip in the feed is a reel
 * shared to the feed.
 */
export function buildSingleParams(job: PublishJob, item: PostItem): GraphRecord {
  const media = isClip(item) ? { video_url: item.url } : { image_url: item.url };
  if (job.form === 'story') {
    const tags = buildUserTags(job, true);
    return removeEmpty({ media_type: 'STORIES', ...media, user_tags: tags, is_ai_generated: true });
  }
  const common = { ...media, caption: job.text, ...buildCollaborators(job), is_ai_generated: true };
  if (!isClip(item)) return removeEmpty({ ...common, user_tags: buildUserTags(job, true) });
  return removeEmpty({
    media_type: 'REELS',
    ...common,
    share_to_feed: true,
    thumb_offset: computeThumbOffset(job),
    user_tags: buildUserTags(job, false),
  });
}

/**
 * Builds the parameters of a carousel item; text, label and collaborators belong to the carousel.
 */
export function buildChildParams(job: PublishJob, item: PostItem, index: number): GraphRecord {
  const firstPicture = job.items.findIndex((each) => !isClip(each));
  const media = isClip(item)
    ? { media_type: 'VIDEO', video_url: item.url }
    : { image_url: item.url };
  const tags = index === firstPicture ? buildUserTags(job, true) : [];
  return removeEmpty({ ...media, is_carousel_item: true, user_tags: tags });
}

export function buildCarouselParams(job: PublishJob, children: readonly string[]): GraphRecord {
  return removeEmpty({
    media_type: 'CAROUSEL',
    children,
    caption: job.text,
    ...buildCollaborators(job),
    is_ai_generated: true,
  });
}

const buildCollaborators = (job: PublishJob) => ({
  collaborators: (getInstagramSettings(job).collaborators ?? []).map(stripAtSign),
});

/** Builds the user tags: image tags have a position, reel tags have none. */
function buildUserTags(job: PublishJob, isPlaced: boolean): GraphRecord[] {
  const tags = getInstagramSettings(job).user_tags ?? [];
  return tags.map((tag: UserTag) => {
    const { username, x = 0.5, y = 0.5 } = typeof tag === 'string' ? { username: tag } : tag;
    return isPlaced
      ? { username: stripAtSign(username), x, y }
      : { username: stripAtSign(username) };
  });
}

/** Converts seconds, as in our API, to whole milliseconds, as on Instagram. */
function computeThumbOffset(job: PublishJob): number | undefined {
  const { thumb_offset: seconds } = getInstagramSettings(job);
  return seconds === undefined ? undefined : Math.floor(seconds * 1_000);
}
