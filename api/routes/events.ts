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
      description: 'Pass it as `cursor` in the next request. Never null',
    }),
  },
  { $id: 'EventList', description: 'A list of events, and the cursor for the next request' },
);

export const listEvents = defineContract({
  id: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  summary: "List the account's events, oldest first",
  description:
    'Start without `cursor`, then pass the `next_cursor` of the previous response. If there are no events yet, `wait` keeps the request open for up to 25 seconds (long polling). An account with too many requests waiting gets `RATE_LIMITED`. `npm run listen` uses this endpoint.',
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
      cursor: CursorText('`next_cursor` of the previous response. Default: only new events'),
      after: CursorText('Deprecated alias of `cursor`. Send only one of them'),
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 25,
          description: 'How long to wait for an event, in seconds. Default 0.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: EventListSchema,
  errors: [],
});
