import type { EventType } from '../../api/contract';

const ALL: Record<EventType, true> = {
  'generation.completed': true,
  'generation.failed': true,
  'social_post.published': true,
  'social_post.failed': true,
  'credits.low': true,
};

/** Every type of event; one that the description gains does not compile until it stands here. */
export const EVENT_TYPES = Object.keys(ALL) as readonly EventType[];
