import { Readable } from 'node:stream';
import type { EventPage } from '../domain/webhooks/read-events.js';
import type { AccountNews, GenerationProgress } from '../domain/generations/watch-accounts.js';
import { StreamAnswer } from './route.js';

/** Interval of heartbeats, because proxies close idle connections. */
const BEAT_MS = 15_000;
const LENGTH_MS = 15 * 60_000;

/** Reconnection delay of a reader, in milliseconds. */
const RETRY_MS = 1_000;

export interface EventStream {
  /** Reads the events after a cursor. */
  readonly read: (after: string | null) => Promise<EventPage>;
  /** Events to send when the stream starts. */
  readonly first: EventPage;
  /** Waits for the account's next poll. @returns null if the stream has ended */
  readonly next: (ended: readonly AbortSignal[]) => Promise<AccountNews | null>;
  /** Returns whether the caller may still read; called before each message. */
  readonly isWelcome: () => Promise<boolean>;
  /** Any of these signals ends the stream: the caller disconnected, or the process stops. */
  readonly ended: readonly AbortSignal[];
  /** Shorter intervals for tests. */
  readonly times?: { readonly beatMs: number; readonly lengthMs: number };
}

/**
 * Streams events as they happen (HTML, 9.2 Server-sent events). A message's id is the cursor after
 * that message. The cursor is also sent without data, so that a reader can resume after an early
 * disconnect.
 */
export function openEventStream(stream: EventStream): StreamAnswer {
  return new StreamAnswer(Readable.from(writeLines(stream)), {
    // Proxies must not buffer the stream.
    'X-Accel-Buffering': 'no',
  });
}

async function* writeLines({
  read,
  first,
  next,
  isWelcome,
  ended,
  times,
}: EventStream): AsyncGenerator<string> {
  const { beatMs, lengthMs } = times ?? { beatMs: BEAT_MS, lengthMs: LENGTH_MS };
  const end = Date.now() + lengthMs;
  yield `retry: ${RETRY_MS}\n\n${describePage(first)}`;
  const readNew = followEvents(read, first.cursor);
  const describeProgress = followProgress();
  let saidAt = Date.now();
  while (Date.now() < end) {
    const news = await next(ended);
    if (!news || ended.some((signal) => signal.aborted)) return;
    const page = await readNew(news);
    const moved = describeProgress(news.open);
    const isDue = Date.now() - saidAt >= beatMs;
    const isSent = page.events.length > 0 || isDue;
    if (!moved && !isSent) continue;
    if (!(await isWelcome())) return;
    if (moved) yield moved;
    if (!isSent) continue;
    yield describePage(page);
    saidAt = Date.now();
  }
}

/**
 * Returns a function that reads new events, and skips the query if the newest event is unchanged.
 */
function followEvents(
  read: EventStream['read'],
  begin: string,
): (news: AccountNews) => Promise<EventPage> {
  let cursor = begin;
  let lastSent: string | null | undefined;
  return async ({ newest }) => {
    if (newest === lastSent) return { events: [], cursor };
    const page = await read(cursor);
    cursor = page.cursor;
    // A page can end before the newest event.
    if (page.events.length === 0) lastSent = newest;
    return page;
  };
}

/**
 * Returns a function that writes a message for each generation whose state has changed. The message
 * has no id, because a resumed stream starts with the state of all running generations.
 */
function followProgress(): (open: readonly GenerationProgress[]) => string {
  let sent = new Set<string>();
  return (open) => {
    const moved = open.filter((one) => !sent.has(toMark(one)));
    sent = new Set(open.map(toMark));
    return moved
      .map(({ id, status, stage }) => {
        const data = { object: 'generation_progress', id, status, stage };
        return `event: progress\ndata: ${JSON.stringify(data)}\n\n`;
      })
      .join('');
  };
}

const toMark = ({ id, status, moves }: GenerationProgress): string => `${id} ${status} ${moves}`;

/** Writes a message for each event. The last message has the cursor. */
function describePage({ events, cursor }: EventPage): string {
  const messages = events.map((event) => `data: ${JSON.stringify(event)}\n`);
  return `${messages
    .slice(0, -1)
    .map((message) => `${message}\n`)
    .join('')}id: ${cursor}\n${messages.at(-1) ?? ''}\n`;
}
