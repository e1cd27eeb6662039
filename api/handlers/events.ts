import { readEvents } from '../../domain/webhooks/read-events.js';
import { waitForEvents } from '../../domain/webhooks/wait-for-events.js';
import { refuseInvalid } from '../../domain/contract/refusal.js';
import { route } from '../route.js';
import * as contracts from '../routes/events.js';

export const listEvents = route(contracts.listEvents, {
  async handle({ query: { limit, cursor, after, wait = 0 }, caller, deps, edge, client }) {
    if (cursor !== undefined && after !== undefined) {
      const message = 'is the deprecated name of `cursor`, which is also given; leave `after` out';
      throw refuseInvalid([{ path: 'query.after', message }]);
    }
    const read = (from: string | null) =>
      readEvents(deps.db.manager, caller.accountId, from, limit);
    const page = await waitForEvents(read, cursor ?? after ?? null, {
      seconds: wait,
      accountId: caller.accountId,
      room: edge.room,
      watch: edge.accounts,
      ended: [client.gone(), deps.stopping.signal],
    });
    return { object: 'list' as const, data: page.events, next_cursor: page.cursor };
  },
});
