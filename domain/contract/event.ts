import { Type, type Static, type TSchema } from 'typebox';
import { EVENTS, type EventType } from '../catalogue/event-types.js';
import { EventTypeName } from './choices.js';
import { UnixMs } from './common.js';
import { GenerationSchema } from './generation.js';
import { SpeechSchema } from './speech.js';
import { SocialPostSchema } from './social-post.js';

const Anything = Type.Record(Type.String(), Type.Unknown(), {
  description: "The event's object, which depends on `type`",
});

const buildEnvelope = <T extends TSchema, D extends TSchema>(type: T, data: D) => ({
  id: Type.String({
    description:
      'Event ID. Use it to deduplicate events, because an event can arrive more than once',
  }),
  type,
  created_at: UnixMs('Time of the event'),
  data,
});

/** An event as delivered. `data` depends on the event type; a test event has `test`. */
export const EventSchema = Type.Object(buildEnvelope(EventTypeName, Anything), {
  $id: 'Event',
  description: 'An event in the account, as sent to webhooks',
});
export type EventBody = Static<typeof EventSchema>;

/** Schema of `data` by event type. */
const DATA: Readonly<Record<EventType, TSchema>> = {
  'generation.completed': GenerationSchema,
  'generation.failed': GenerationSchema,
  'speech.completed': SpeechSchema,
  'speech.failed': SpeechSchema,
  'social_post.published': SocialPostSchema,
  'social_post.failed': SocialPostSchema,
  'credits.low': Type.Object(
    {
      balance: Type.Integer({ description: 'Remaining credits' }),
      threshold: Type.Integer({
        description: 'The event is sent when the balance drops below this',
      }),
    },
    { $id: 'CreditsLow', description: 'The balance that triggered the event' },
  ),
};

/** Builds the delivery body of one event type, for documentation and generated clients. */
export const buildEventSchema = (type: EventType): TSchema =>
  Type.Object(buildEnvelope(Type.Literal(type, { description: EVENTS[type].when }), DATA[type]), {
    $id: `${toPascalCaseName(type)}Event`,
    description: EVENTS[type].when,
  });

/** Converts `generation.completed` to `GenerationCompleted`. */
const toPascalCaseName = (type: EventType) =>
  type.replaceAll(/(?:^|[._])([a-z])/g, (_, first: string) => first.toUpperCase());
