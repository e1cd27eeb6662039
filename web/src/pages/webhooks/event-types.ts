import type { EventType } from '../../api/contract';

const ALL: Record<EventType, true> = {
  'generation.completed': true,
  'generation.failed': true,
  'speech.completed': true,
  'speech.failed': true,
  'social_post.published': true,
  'social_post.failed': true,
  'credits.low': true,
};

/**
 * Every event type. When the API contract gets a new type, this file compiles only once the type is
 * listed.
 */
export const EVENT_TYPES = Object.keys(ALL) as readonly EventType[];
