import { Type } from 'typebox';
import { readEvents } from '../../domain/commands/read-events.js';
import { waitForEvents } from '../../domain/commands/wait-for-events.js';
import { EventSchema } from '../../domain/contract/event.js';
import { route } from '../route.js';

export const listEvents = route({
  id: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  summary: 'Read the events of the account as they happen, oldest first',
  description:
    'Start without `after`, then pass `next_cursor` of the last answer. `wait` holds an empty answer back for up to 25 seconds. `npm run listen` is made of this.',
  tag: 'Webhooks',
  scope: 'webhooks',
  idempotency: 'none',
  status: 200,
  query: Type.Object(
    {
      after: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: '`next_cursor`; absent: from now',
        }),
      ),
      wait: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 25, default: 0, description: 'Seconds' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(EventSchema),
    next_cursor: Type.String(),
  }),
  errors: [],
  async handle({ query, caller, deps }) {
    const read = (after: string | null) => readEvents(deps.db.manager, caller.accountId, after);
    const seconds = query.wait ?? 0;
    const page = await waitForEvents(read, query.after ?? null, seconds, deps.stopping.signal);
    return {
      body: { object: 'list' as const, data: page.events, next_cursor: page.cursor },
    };
  },
});
