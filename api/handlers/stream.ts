import { isSignedIn } from '../../domain/identity/authenticate-session.js';
import { waitForNews } from '../../domain/generations/watch-accounts.js';
import { readEvents } from '../../domain/webhooks/read-events.js';
import { openEventStream } from '../stream-events.js';
import { route } from '../route.js';
import * as contracts from '../routes/stream.js';

export const streamEvents = route(contracts.streamEvents, {
  async handle({ query, caller, deps, edge, client }) {
    const { accountId, sessionId, keyId } = caller;
    const { manager } = deps.db;
    const read = (after: string | null) => readEvents(manager, accountId, after);
    const first = await read(client.lastEventId ?? query.cursor ?? null);
    const leave = edge.streams.enter(sessionId ?? keyId);
    const answer = openEventStream({
      read,
      first,
      next: (ended) => waitForNews(edge.accounts, accountId, ended),
      isWelcome: async () => sessionId === null || isSignedIn(manager, sessionId),
      ended: [client.gone(), deps.stopping.signal],
    });
    answer.body.once('close', leave);
    return answer;
  },
});
