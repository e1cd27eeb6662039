import { setTimeout as pause } from 'node:timers/promises';
import type { EventType } from '../domain/catalogue/event-types.js';
import type { ErrorBody } from '../domain/contract/refusal.js';

/** An event as the API returns it. */
export interface HeardEvent {
  readonly id: string;
  readonly type: EventType;
  readonly created_at: number;
  readonly data: unknown;
}

interface Page {
  readonly data: readonly HeardEvent[];
  readonly next_cursor: string;
}

/** The API waits this many seconds for events before it returns an empty page. */
const WAIT_S = 20;
const ANSWER_MS = (WAIT_S + 15) * 1_000;
const AGAIN_MS = 2_000;

/**
 * Yields an account's events from now on, until the signal aborts. Retries while the API is down or
 * busy; events from that time are delivered later.
 * @throws {Error} if the API refuses permanently, for example because of the key
 */
export async function* follow(
  api: { readonly apiUrl: string; readonly apiKey: string },
  hooks: {
    readonly signal: AbortSignal;
    readonly ready: () => void;
    readonly print: (text: string) => void;
  },
): AsyncGenerator<HeardEvent> {
  let after: string | null = null;
  let silent = false;
  while (!hooks.signal.aborted) {
    const response = await ask(api, after, hooks.signal);
    if (!response || response.status === 429 || response.status >= 500) {
      if (!silent) hooks.print(`The API does not answer at ${api.apiUrl}; retrying.`);
      silent = true;
      await pause(AGAIN_MS, undefined, { signal: hooks.signal });
      continue;
    }
    silent = false;
    if (!response.ok) throw new Error(await readRefusal(response));
    const page = (await response.json()) as Page;
    if (after === null) hooks.ready();
    after = page.next_cursor;
    yield* page.data;
  }
}

async function ask(
  { apiUrl, apiKey }: { readonly apiUrl: string; readonly apiKey: string },
  after: string | null,
  signal: AbortSignal,
): Promise<Response | null> {
  const query = after === null ? '' : `?after=${encodeURIComponent(after)}&wait=${WAIT_S}`;
  try {
    return await fetch(`${apiUrl}/v1/events${query}`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

async function readRefusal(response: Response): Promise<string> {
  const isJson = response.headers.get('content-type')?.includes('json');
  if (!isJson) return `${response.url} answered ${response.status}: not our API?`;
  const { error } = (await response.json()) as ErrorBody;
  return `${response.status} ${error.code}: ${error.message}`;
}
