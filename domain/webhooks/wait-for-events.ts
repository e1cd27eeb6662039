import type { EventPage } from './read-events.js';
import type { EventWaiters } from './waiting-room.js';

const ASK_EVERY_MS = 500;

export interface EventWait {
  /** How long to wait, 0 to 25 seconds. */
  readonly seconds: number;
  readonly accountId: string;
  readonly room: EventWaiters;
  /** Signals, any of which ends the wait immediately: the caller left, or the process stops. */
  readonly ended: readonly AbortSignal[];
}

/**
 * Reads events. If there are none, polls until the time limit.
 * @returns the events; none if the wait was ended early
 * @throws {Refusal} RATE_LIMITED or UNAVAILABLE if too many requests are already waiting
 */
export async function waitForEvents(
  read: (after: string | null) => Promise<EventPage>,
  after: string | null,
  { seconds, accountId, room, ended }: EventWait,
): Promise<EventPage> {
  const end = Date.now() + seconds * 1_000;
  let page = await read(after);
  if (page.events.length > 0 || seconds === 0) return page;
  const leave = room.enter(accountId);
  try {
    while (page.events.length === 0 && Date.now() < end) {
      await pause(Math.min(ASK_EVERY_MS, end - Date.now()), ended);
      if (ended.some((signal) => signal.aborted)) break;
      page = await read(page.cursor);
    }
    return page;
  } finally {
    leave();
  }
}

/** Waits for a time or until a signal is aborted; leaves neither a timer nor a listener behind. */
export async function pause(ms: number, ended: readonly AbortSignal[]): Promise<void> {
  if (ended.some((signal) => signal.aborted)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const wake = () => resolve();
  for (const signal of ended) signal.addEventListener('abort', wake);
  await promise;
  clearTimeout(timer);
  for (const signal of ended) signal.removeEventListener('abort', wake);
}
