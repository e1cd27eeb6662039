import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../contract/refusal.js';
import type { EventPage } from './read-events.js';

const ASK_EVERY_MS = 500;
/** Requests that one process holds back at once. */
const WAITING_MAX = 200;

let waiting = 0;

/**
 * Reads events. While there are none, it asks again until the time is over.
 * @param seconds 0 to 25
 * @param stopping ends the wait early, with what there is
 * @throws {Refusal} UNAVAILABLE when the process already holds back as many requests as it may
 */
export async function waitForEvents(
  read: (after: string | null) => Promise<EventPage>,
  after: string | null,
  seconds: number,
  stopping: AbortSignal,
): Promise<EventPage> {
  const end = Date.now() + seconds * 1_000;
  let page = await read(after);
  if (page.events.length > 0 || seconds === 0) return page;
  if (waiting >= WAITING_MAX) {
    throw new Refusal('UNAVAILABLE', { headers: { 'Retry-After': '5' } });
  }
  waiting += 1;
  try {
    while (page.events.length === 0 && Date.now() < end) {
      await pause(Math.min(ASK_EVERY_MS, Math.max(0, end - Date.now())), undefined, {
        signal: stopping,
      }).catch(() => undefined);
      if (stopping.aborted) break;
      page = await read(page.cursor);
    }
    return page;
  } finally {
    waiting -= 1;
  }
}
