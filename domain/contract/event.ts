import { Type, type Static, type TSchema } from 'typebox';
import { EVENT_TYPES, type EventType } from '../catalogue/event-types.js';
import { oneOf, UnixMs } from './common.js';
import { GenerationSchema } from './generation.js';

const Anything = Type.Record(Type.String(), Type.Unknown());

const envelope = (type: TSchema, data: TSchema) => ({
  id: Type.String({ description: 'Deduplicate on it: an event can arrive more than once' }),
  type,
  created_at: UnixMs,
  data,
});

/** An event as it is delivered (spec, Events). `data` depends on the type; a test event has `test`. */
export const EventSchema = Type.Object(envelope(oneOf(EVENT_TYPES), Anything), { $id: 'Event' });
export type EventBody = Static<typeof EventSchema>;

/** `data` of each type. */
const DATA: Readonly<Record<EventType, TSchema>> = {
  'generation.completed': GenerationSchema,
  'generation.failed': GenerationSchema,
  'social_post.published': Anything,
  'social_post.failed': Anything,
  'credits.low': Type.Object({ balance: Type.Integer(), threshold: Type.Integer() }),
};

/** The body of a delivery of one type, for documents and generated clients. */
export const eventSchemaOf = (type: EventType): TSchema =>
  Type.Object(envelope(Type.Literal(type), DATA[type]));
