import type { Watch } from '../durable/watch.js';
import type { EventPage } from './read-events.js';
import type { EventWaiters } from './event-waiters.js';

export interface EventWait {
  /** Maximum wait in seconds, 0 to 25. */
  readonly seconds: number;
  readonly accountId: string;
  readonly room: EventWaiters;
  /** Polls the newest event of accounts. */
  readonly watch: Pick<Watch<{ readonly newest: string | null }>, 'wait'>;
  /** Signals that end the wait immediately: the caller disconnected, or the process stops. */
  readonly ended: readonly AbortSignal[];
}

/**
 * Reads events. If there are none, waits for the account's next event until the time limit.
 * @returns the events; none if the wait was ended early
 * @throws {Refusal} RATE_LIMITED or UNAVAILABLE if too many requests are already waiting
 */
export async function waitForEvents(
  read: (after: string | null) => Promise<EventPage>,
  after: string | null,
  { seconds, accountId, room, watch, ended }: EventWait,
): Promise<EventPage> {
  const end = Date.now() + seconds * 1_000;
  let page = await read(after);
  if (page.events.length > 0 || seconds === 0) return page;
  const leave = room.enter(accountId);
  try {
    // The first poll is always followed by a read: the newest event may be newer than the page.
    let newest: string | null | undefined;
    while (page.events.length === 0) {
      const news = await watch.wait({
        key: accountId,
        seconds: (end - Date.now()) / 1_000,
        ended,
        until: (seen) => seen !== undefined && seen.newest !== newest,
      });
      if (!news) break;
      ({ newest } = news);
      page = await read(page.cursor);
    }
    return page;
  } finally {
    leave();
  }
}
