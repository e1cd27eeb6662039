/** A balance below this threshold sends `credits.low`, at most once a day. */
export const LOW_BALANCE_THRESHOLD = 20;

/** Events that webhooks report. To add an event type, add a row. */
export const EVENTS = {
  'generation.completed': {
    when: 'A generation finished successfully',
    data: 'The generation',
  },
  'generation.failed': {
    when: 'A generation failed or was cancelled; its credits are refunded',
    data: 'The generation, with `error` and `timeline`',
  },
  'speech.completed': {
    when: 'Speech finished successfully',
    data: 'The speech',
  },
  'speech.failed': {
    when: 'Speech failed or was cancelled; its credits are refunded',
    data: 'The speech, with `error` and `timeline`',
  },
  'social_post.published': {
    when: 'An immediate post was published to at least one platform',
    data: 'The social post',
  },
  'social_post.failed': {
    when: 'An immediate post failed on every platform',
    data: 'The social post',
  },
  'credits.low': {
    when: `The balance dropped below ${LOW_BALANCE_THRESHOLD} credits after an API charge; sent at most once per UTC day`,
    data: '`{balance, threshold}`',
  },
} as const satisfies Record<string, { when: string; data: string }>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];
