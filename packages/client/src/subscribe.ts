import type { Api } from './api.js';
import type { Generation, GenerationStep } from './endpoints.js';
import { ApiError, ConnectionError, MediaError, UnexpectedResponseError } from './errors.js';
import { hasEnded, poll, type PollOptions } from './poll.js';
import { send } from './send.js';
import { readServerEvents, type ServerEvent } from './server-events.js';
import { sleep } from './sleep.js';

/** An event of a generation. The last one is one of the three ends. */
export type GenerationEvent =
  | { readonly type: 'step'; readonly id: string | null; readonly data: GenerationStep }
  | { readonly type: 'progress'; readonly id: string | null; readonly data: GenerationProgress }
  | {
      readonly type: 'completed' | 'failed' | 'cancelled';
      readonly id: string | null;
      readonly data: Generation;
    };

/** Progress; later versions of the service add fields. */
export type GenerationProgress = Readonly<Record<string, unknown>> & {
  readonly status?: Generation['status'];
};

export interface SubscribeOptions extends PollOptions {
  /** Skips the events up to this one: `id` of the last event that was processed. */
  readonly lastEventId?: string | undefined;
}

const PATH = 'GET /v1/generations/{id}/events';
const ENDS = ['completed', 'failed', 'cancelled'];
/** The service has no stream here, or a proxy refuses it. */
const NO_STREAM = [404, 405, 406];
const RECONNECT_MS = 1_000;
const IDLE_MS = 60_000;
const SILENT_STREAMS_MAX = 5;

/**
 * Yields the events of a generation until its end: from a stream that is resumed when it breaks, or
 * by polling if there is no stream.
 */
export async function* subscribe(
  api: Api,
  id: string,
  options: SubscribeOptions = {},
): AsyncGenerator<GenerationEvent, void, undefined> {
  const { signal } = options;
  let last = options.lastEventId;
  let silent = 0;
  for (;;) {
    const stream = await open(api, id, last, signal);
    if (!stream) return yield* pollEvents(api, id, options);
    try {
      for await (const message of readServerEvents(stream, IDLE_MS)) {
        signal?.throwIfAborted();
        last = message.id ?? last;
        silent = 0;
        const event = await toEvent(api, id, message);
        if (event) yield event;
        if (event && ENDS.includes(event.type)) return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof MediaError) throw error;
    }
    silent += 1;
    if (silent > SILENT_STREAMS_MAX) throw new ConnectionError(`The events of ${id} break off.`);
    await sleep(RECONNECT_MS, signal);
  }
}

/** @returns the stream; null if the service does not stream */
async function open(
  api: Api,
  id: string,
  last: string | undefined,
  signal: AbortSignal | undefined,
): Promise<ReadableStream<Uint8Array> | null> {
  const headers = {
    Accept: 'text/event-stream',
    ...(last !== undefined && { 'Last-Event-ID': last }),
  };
  try {
    const response = await send(api.settings, PATH, { params: { id }, headers, signal });
    return response instanceof Response ? response.body : null;
  } catch (error) {
    const isRefused = error instanceof ApiError || error instanceof UnexpectedResponseError;
    if (isRefused && NO_STREAM.includes(error.status)) return null;
    throw error;
  }
}

/** The last event always has the whole generation. Events of other types are skipped. */
async function toEvent(
  api: Api,
  id: string,
  { event: type, data, id: eventId }: ServerEvent,
): Promise<GenerationEvent | null> {
  const value = JSON.parse(data) as { readonly object?: string };
  if (type === 'step') return { type, id: eventId, data: value as GenerationStep };
  if (type === 'progress') return { type, id: eventId, data: value };
  if (!ENDS.includes(type)) return null;
  const generation =
    value.object === 'generation'
      ? (value as Generation)
      : await api.request('GET /v1/generations/{id}', { params: { id } });
  return toEnd(generation, eventId);
}

/** Yields `progress` when the status changes, then the end. */
async function* pollEvents(
  api: Api,
  id: string,
  options: PollOptions,
): AsyncGenerator<GenerationEvent, void, undefined> {
  let told = '';
  for await (const generation of poll(api, id, options)) {
    if (hasEnded(generation)) return yield toEnd(generation, null);
    const data = { status: generation.status };
    if (told === data.status) continue;
    told = data.status;
    yield { type: 'progress', id: null, data };
  }
}

function toEnd(data: Generation, id: string | null): GenerationEvent {
  const type = data.status === 'completed' || data.status === 'cancelled' ? data.status : 'failed';
  return { type, id, data };
}
