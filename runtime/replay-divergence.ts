type Event = { eventId?: unknown; eventType?: unknown };

/** Where a replay left its history. */
export interface Divergence {
  /** Of the event, or null where the SDK does not name one. */
  readonly eventId: string | null;
  /** What the history has there. */
  readonly recorded: string | null;
  /** What the code in the checkout did, in the words of the SDK. */
  readonly code: string;
}

/** Finds the event in the SDK's message, such as `HistoryEvent(id: 5, ActivityTaskScheduled)`. */
export function readDivergence(message: string, events: readonly Event[]): Divergence {
  const named = /HistoryEvent\(id: (\d+),?\s*([A-Za-z]*)/.exec(message);
  const eventId = named?.[1] ?? null;
  const details = message
    .replace(/^[\s\S]*?Details: /, '')
    .replace(/^Workflow activation completion failed: /, '');
  return { eventId, recorded: named?.[2] || null, code: details + String(events.length) };
}
