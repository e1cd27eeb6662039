import { Type } from 'typebox';
import { dashboard } from './session.js';
import { defineContract } from '../contract.js';

export const streamEvents = defineContract({
  ...dashboard,
  id: 'streamEvents',
  method: 'GET',
  path: '/app/api/stream',
  summary: 'Stream the events of the account',
  description:
    'Returns server-sent events. `data` is an event of `GET /v1/events` and `id` is its cursor. Send it as `Last-Event-ID` to resume; without one the stream starts now. A `progress` message reports the state and stage of a running generation whenever either changes. A session can have two streams. Each ends after 15 minutes; then open a new one.',
  idempotency: 'none',
  query: Type.Object(
    {
      cursor: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Where to start; `Last-Event-ID` takes precedence',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: Type.String({ description: 'Lines of `text/event-stream`' }),
  answers: 'text/event-stream',
  errors: [],
});
