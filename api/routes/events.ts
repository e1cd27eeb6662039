import { Type } from 'typebox';
import { ObjectName } from '../../domain/contract/common.js';
import { EventSchema } from '../../domain/contract/event.js';
import { contract } from '../contract.js';

const CursorText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

const EventListSchema = Type.Object(
  {
    object: ObjectName('list'),
    data: Type.Array(EventSchema, { description: 'Oldest first' }),
    next_cursor: Type.String({ description: '`cursor` of the next request; there always is one' }),
  },
  { $id: 'EventList', description: 'Events, and where to read on' },
);

export const listEvents = contract({
  id: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  summary: 'Read the events of the account as they happen, oldest first',
  description:
    'Start without `cursor`, then pass `next_cursor` of the last answer. `wait` holds an empty answer back for up to 25 seconds; an account that waits too often at once gets `RATE_LIMITED`. `npm run listen` is made of this.',
  tag: 'Webhooks',
  scope: 'webhooks',
  idempotency: 'none',
  status: 200,
  query: Type.Object(
    {
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          description: 'How many events an answer has at most. Default 100.',
        }),
      ),
      cursor: CursorText('`next_cursor` of the answer before; without it: from now on'),
      after: CursorText('The older name of `cursor`; give one of the two'),
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 25,
          description: 'Seconds that an empty answer is held back. Default 0.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: EventListSchema,
  errors: [],
});
