import { Type } from 'typebox';
import { dashboard } from './session.js';
import { contract } from '../contract.js';

export const streamEvents = contract({
  ...dashboard,
  id: 'streamEvents',
  method: 'GET',
  path: '/app/api/stream',
  summary: 'Get the events of the account as they happen',
  description:
    'Server-sent events. `data` is an event as `GET /v1/events` has it, `id` its cursor: `Last-Event-ID` goes on behind it, and without one the stream begins now. A message `progress` tells the state and the stage of a generation under way each time that either changes. A session has two streams at most; each ends after 15 minutes, and is opened again.',
  idempotency: 'none',
  query: Type.Object(
    {
      cursor: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Where to begin; `Last-Event-ID` comes before it',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: Type.String({ description: 'Lines of `text/event-stream`' }),
  answers: 'text/event-stream',
  errors: [],
});
