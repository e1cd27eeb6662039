import { Type } from 'typebox';
import { isSignedIn } from '../../domain/identity/authenticate-session.js';
import { readEvents } from '../../domain/webhooks/read-events.js';
import { route } from '../route.js';
import { openEventStream } from '../stream-events.js';
import { dashboard } from './session.js';

export const streamEvents = route({
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
  async handle({ query, caller, deps, edge, client }) {
    const { accountId, sessionId, keyId } = caller;
    const { manager } = deps.db;
    const read = (after: string | null) => readEvents(manager, accountId, after);
    const first = await read(client.lastEventId ?? query.cursor ?? null);
    const leave = edge.streams.enter(sessionId ?? keyId);
    const answer = openEventStream({
      read,
      first,
      next: (ended) => edge.accounts.next(accountId, ended),
      isWelcome: async () => sessionId === null || isSignedIn(manager, sessionId),
      ended: [client.gone(), deps.stopping.signal],
    });
    answer.body.once('close', leave);
    return answer;
  },
});
