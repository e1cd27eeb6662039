import type { Api } from './api.js';
import type { Generation, GenerationStep } from './endpoints.js';
import {
  ApiError,
  ConnectionError,
  MediaError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors.js';
import { hasEnded, poll, WAIT_MS, type PollOptions } from './poll.js';
import { send } from './send.js';
import { readServerEvents, type ServerEvent } from './server-events.js';
import { sleep } from './sleep.js';

/** An event of a generation. The last event is `completed`, `failed` or `cancelled`. */
export type GenerationEvent =
  | { readonly type: 'step'; readonly id: string | null; readonly data: GenerationStep }
  | { readonly type: 'progress'; readonly id: string | null; readonly data: EventProgress }
  | {
      readonly type: 'completed' | 'failed' | 'cancelled';
      readonly id: string | null;
      readonly data: Generation;
    };

/** Progress reported by the service; with the generation's `status` if the client polls. */
export type EventProgress = Readonly<Record<string, unknown>> &
  (Generation extends { readonly progress: infer Reported }
    ? Partial<NonNullable<Reported>>
    : object) & { readonly status?: Generation['status'] };

export interface SubscribeOptions extends PollOptions {
  /** `id` of the last processed event; events up to it are skipped. */
  readonly lastEventId?: string | undefined;
}

const PATH = 'GET /v1/generations/{id}/events';
const ENDS = ['completed', 'failed', 'cancelled'];
/**
 * Statuses of a service without streams, a proxy that refuses them, or an account with too many.
 */
const NO_STREAM = [404, 405, 406, 429];
/** Status of a stream whose last event the client has already received. */
const OVER = 204;
const RECONNECT_MS = 1_000;
const IDLE_MS = 60_000;
const SILENT_STREAMS_MAX = 5;
/** Maximum delay of a timer. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * Yields the events of a generation until it has ended. Reads a stream and resumes it when it
 * breaks; polls if there is no stream.
 * @throws {TimeoutError} after the timeout
 */
export async function* subscribe(
  api: Api,
  id: string,
  options: SubscribeOptions = {},
): AsyncGenerator<GenerationEvent, void, undefined> {
  const { signal, timeoutMs = WAIT_MS } = options;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), Math.min(timeoutMs, TIMER_MS_MAX));
  const ended = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
  try {
    yield* follow(api, id, { ...options, signal: ended });
  } catch (error) {
    signal?.throwIfAborted();
    if (!late.signal.aborted) throw error;
    throw new TimeoutError(`${id} has not ended within ${timeoutMs} ms.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Yields the events until the generation has ended or the signal is aborted. */
async function* follow(
  api: Api,
  id: string,
  options: SubscribeOptions & { readonly signal: AbortSignal },
): AsyncGenerator<GenerationEvent, void, undefined> {
  const { signal } = options;
  let last = options.lastEventId;
  let silent = 0;
  for (;;) {
    const response = await open(api, id, last, signal);
    if (response?.status === OVER) return;
    if (!response?.body) return yield* pollEvents(api, id, options);
    try {
      for await (const message of readServerEvents(response.body, IDLE_MS, signal)) {
        signal.throwIfAborted();
        last = message.id ?? last;
        silent = 0;
        const event = await toEvent(api, id, message, signal);
        if (event) yield event;
        if (event && ENDS.includes(event.type)) return;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof MediaError) throw error;
    }
    silent += 1;
    if (silent > SILENT_STREAMS_MAX) throw new ConnectionError(`The events of ${id} break off.`);
    await sleep(RECONNECT_MS, signal);
  }
}

/** @returns the response with the stream; null if the service does not stream */
async function open(
  api: Api,
  id: string,
  last: string | undefined,
  signal: AbortSignal,
): Promise<Response | null> {
  const headers = {
    Accept: 'text/event-stream',
    ...(last && { 'Last-Event-ID': last }),
  };
  try {
    const response = await send(api.settings, PATH, {
      params: { id },
      headers,
      signal,
      finalStatuses: NO_STREAM,
    });
    return response instanceof Response ? response : null;
  } catch (error) {
    const isRefused = error instanceof ApiError || error instanceof UnexpectedResponseError;
    if (isRefused && NO_STREAM.includes(error.status)) return null;
    throw error;
  }
}

/** Reads an event. The last event contains the whole generation; unknown types are skipped. */
async function toEvent(
  api: Api,
  id: string,
  { event: type, data, id: eventId }: ServerEvent,
  signal: AbortSignal,
): Promise<GenerationEvent | null> {
  const value = JSON.parse(data) as { readonly object?: string };
  if (type === 'step') return { type, id: eventId, data: value as GenerationStep };
  if (type === 'progress') return { type, id: eventId, data: { ...value } };
  if (!ENDS.includes(type)) return null;
  const generation =
    value.object === 'generation'
      ? (value as Generation)
      : await api.request('GET /v1/generations/{id}', { params: { id }, signal });
  return toEnd(generation, eventId);
}

/** Yields `progress` when it changes, then the final event. */
async function* pollEvents(
  api: Api,
  id: string,
  options: PollOptions,
): AsyncGenerator<GenerationEvent, void, undefined> {
  let reported = '';
  for await (const generation of poll(api, 'GET /v1/generations/{id}', id, options)) {
    if (hasEnded(generation)) return yield toEnd(generation, null);
    const { status, progress } = generation as Generation & { readonly progress?: object | null };
    const data = { ...progress, status };
    if (JSON.stringify(data) === reported) continue;
    reported = JSON.stringify(data);
    yield { type: 'progress', id: null, data };
  }
}

function toEnd(data: Generation, id: string | null): GenerationEvent {
  const type = data.status === 'completed' || data.status === 'cancelled' ? data.status : 'failed';
  return { type, id, data };
}
