import type { EventType } from '../../api/contract';

const ALL: Record<EventType, true> = {
  'generation.completed': true,
  'generation.failed': true,
  'social_post.published': true,
  'social_post.failed': true,
  'credits.low': true,
};

/** Every event type. A new type in the API contract does not compile until it is listed here. */
export const EVENT_TYPES = Object.keys(ALL) as readonly EventType[];
