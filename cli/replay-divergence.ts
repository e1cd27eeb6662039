import type { RecordedEvent } from './load-history.js';

/** First difference between the checkout's code and a history, as far as the SDK reports it. */
export interface ReplayDivergence {
  readonly event: RecordedEvent | null;
  /** The recorded event, and the code's command in its place; null if only `message` names them. */
  readonly recorded: string | null;
  readonly code: string | null;
  /** The SDK's own message. */
  readonly message: string;
}

/**
 * Parses the SDK's message about an event that nothing awaited, two different names, or a missing
 * type.
 */
export function readDivergence(raw: string, events: readonly RecordedEvent[]): ReplayDivergence {
  const message = readInnermost(raw);
  const named = /HistoryEvent\(id: (\d+)/.exec(message);
  if (named) {
    const event = events.find(({ eventId }) => String(eventId) === named[1]) ?? null;
    const machine = /(\w+) machine does not handle/.exec(message)?.[1];
    const code = machine ? `a command of type ${machine}` : 'no command for it';
    return { event, recorded: event && formatEventName(event), code, message };
  }
  const names = /'([^']*)' does not match .*'([^']*)'/.exec(message);
  if (names?.[1] !== undefined) {
    const event = findNamed(events, names[1]);
    return { event, recorded: names[1], code: names[2] ?? null, message };
  }
  const gone = /workflow of type '([^']*)'/.exec(message)?.[1];
  if (gone) {
    return { event: events[0] ?? null, recorded: gone, code: 'no workflow of that name', message };
  }
  return { event: null, recorded: null, code: null, message };
}

/** Formats `EVENT_TYPE_TIMER_STARTED` or `TimerStarted` as `TimerStarted`. */
export function formatEventName({ eventType }: RecordedEvent): string {
  if (!eventType.includes('_')) return eventType;
  const words = eventType.replace('EVENT_TYPE_', '').toLowerCase().split('_');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Reads the SDK core's text, a printed structure whose `message` field contains the error. */
function readInnermost(raw: string): string {
  const quoted = /message: "((?:[^"\\]|\\.)*)"/.exec(raw)?.[1];
  const text = quoted?.replaceAll(/\\n/g, '\n').replaceAll(/\\(.)/g, '$1') ?? raw;
  return text.replace('[TMPRL1100] Nondeterminism error: ', '');
}

/** Finds the first event for an activity, timer or child workflow with that name or id. */
function findNamed(events: readonly RecordedEvent[], name: string): RecordedEvent | null {
  const quoted = JSON.stringify(name);
  const isAbout = (event: RecordedEvent) => JSON.stringify(event, decode).includes(quoted);
  const started = events.filter((event) =>
    /SCHEDULED|STARTED|INITIATED|MARKER/i.test(event.eventType),
  );
  return started.slice(1).find(isAbout) ?? null;
}

/** Markers for local activities contain the activity's name in a base64 payload. */
function decode(key: string, value: unknown): unknown {
  if (key !== 'data' || typeof value !== 'string') return value;
  const text = Buffer.from(value, 'base64').toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
