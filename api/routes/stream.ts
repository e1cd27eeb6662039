import { Type } from 'typebox';
import { dashboard } from './sessions.js';
import { defineContract } from '../contract.js';

export const streamEvents = defineContract({
  ...dashboard,
  id: 'streamEvents',
  method: 'GET',
  path: '/app/api/stream',
  summary: "Stream the account's events",
  description:
    'Returns server-sent events. `data` is an event, as in `GET /v1/events`, and `id` is its cursor. To resume, send the last `id` you received as `Last-Event-ID`. Otherwise the stream starts with new events. A `progress` message is sent when the status or stage of a running generation changes. A session can have two streams. A stream ends after 15 minutes; then open a new one.',
  idempotency: 'none',
  query: Type.Object(
    {
      cursor: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Cursor to start after. `Last-Event-ID` takes precedence',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: Type.String({ description: 'A stream of server-sent events' }),
  answers: 'text/event-stream',
  errors: [],
});
