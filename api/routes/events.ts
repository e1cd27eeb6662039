import { Type } from 'typebox';
import { ObjectName } from '../../domain/contract/common.js';
import { EventSchema } from '../../domain/contract/event.js';
import { defineContract } from '../contract.js';

const CursorText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

const EventListSchema = Type.Object(
  {
    object: ObjectName('list'),
    data: Type.Array(EventSchema, { description: 'Oldest first' }),
    next_cursor: Type.String({
      description: 'Pass it as `cursor` in the next request; never null',
    }),
  },
  { $id: 'EventList', description: 'Events, and the cursor to continue from' },
);

export const listEvents = defineContract({
  id: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  summary: 'List the events of the account, oldest first',
  description:
    'Start without `cursor`, then pass the `next_cursor` of the previous response. `wait` delays an empty response for up to 25 seconds (long polling); an account with too many concurrent waits gets `RATE_LIMITED`. `npm run listen` uses this endpoint.',
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
          description: 'Maximum number of events in a response. Default 100.',
        }),
      ),
      cursor: CursorText('`next_cursor` of the previous response. Default: start now'),
      after: CursorText('Deprecated name of `cursor`; send only one of them'),
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 25,
          description: 'Seconds to wait for events before an empty response. Default 0.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: EventListSchema,
  errors: [],
});
