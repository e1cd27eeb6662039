import { Readable } from 'node:stream';
import type { GenerationBody } from '../domain/contract/generation.js';
import type { Watch } from '../domain/durable/watch.js';
import { toEndEventId, skipReceived, type StepEvent } from '../domain/generations/step-events.js';
import type { GenerationPoll } from '../domain/generations/watch-generations.js';
import { StreamAnswer } from './route.js';

/** Interval of heartbeats, because proxies close idle connections. */
const BEAT_SECONDS = 15;
const LENGTH_MS = 15 * 60_000;
/** Milliseconds that a reader waits before it reconnects. */
const RETRY_MS = 1_000;

/** A generation and the events of its steps so far. */
export interface GenerationState {
  readonly generation: GenerationBody;
  readonly steps: readonly StepEvent[];
}

export interface GenerationStream {
  readonly id: string;
  /** The state when the stream starts. */
  readonly first: GenerationState;
  /** Reads the current state; null if the generation was deleted. */
  readonly read: () => Promise<GenerationState | null>;
  readonly watch: Watch<GenerationPoll>;
  /** The last event that the client has received. */
  readonly lastEventId: string | null;
  /** Whether the caller may still read; checked before each message. */
  readonly isWelcome: () => Promise<boolean>;
  /** Any of these signals ends the stream: the caller disconnected, or the process stops. */
  readonly ended: readonly AbortSignal[];
  /** Shorter intervals for tests. */
  readonly times?: { readonly beatSeconds: number; readonly lengthMs: number };
}

interface Message {
  readonly id: string;
  readonly at: number;
  readonly name: string;
  readonly data: object;
}

/**
 * Streams the steps of a generation, from the first one or after the last one received, until its
 * end (HTML, 9.2 Server-sent events). The status is 204 if the client has received the end, which
 * stops browsers from reconnecting.
 * @throws {Refusal} VALIDATION_ERROR if `lastEventId` is not one of a stream
 */
export function openGenerationStream(stream: GenerationStream): StreamAnswer {
  const { first, lastEventId } = stream;
  const messages = skipReceived(listMessages(first), lastEventId);
  if (messages.length === 0 && isOver(first)) return new StreamAnswer(Readable.from([]), {}, 204);
  // Proxies must not buffer the stream.
  return new StreamAnswer(Readable.from(writeLines(stream, messages)), {
    'X-Accel-Buffering': 'no',
  });
}

const isOver = ({ generation }: GenerationState): boolean => generation.completed_at !== null;

/** Lists the messages about a state, ending with the outcome, in which nothing changes any more. */
function listMessages({ generation, steps }: GenerationState): Message[] {
  const { completed_at: at, status } = generation;
  const all = steps.map((step) => ({ ...step, name: 'step' }));
  if (at === null) return all;
  return [...all, { id: toEndEventId(at, status), at, name: status, data: generation }];
}

async function* writeLines(
  { id: key, first, read, watch, lastEventId, isWelcome, ended, times }: GenerationStream,
  messages: readonly Message[],
): AsyncGenerator<string> {
  const { beatSeconds: seconds, lengthMs } = times ?? {
    beatSeconds: BEAT_SECONDS,
    lengthMs: LENGTH_MS,
  };
  const end = Date.now() + lengthMs;
  const sent = new Set(listMessages(first).map(({ id }) => id));
  let lastId = messages.at(-1)?.id ?? lastEventId ?? '';
  let progress = JSON.stringify(first.generation.progress);
  let mark: string | undefined;
  yield `retry: ${RETRY_MS}\n\n${messages.map(toLines).join('')}`;
  if (isOver(first)) return;
  yield toProgressLines(lastId, progress);
  while (Date.now() < end) {
    const before = mark;
    const seen = await watch.wait({ key, seconds, ended, until: (now) => now?.mark !== before });
    if (ended.some((signal) => signal.aborted) || !(await isWelcome())) return;
    mark = seen?.mark ?? mark;
    if (!seen) yield ': heartbeat\n\n';
    const state = await read();
    if (!state) return;
    const fresh = listMessages(state).filter(({ id }) => !sent.has(id));
    for (const { id } of fresh) sent.add(id);
    lastId = fresh.at(-1)?.id ?? lastId;
    if (fresh.length > 0) yield fresh.map(toLines).join('');
    if (isOver(state)) return;
    const next = JSON.stringify(state.generation.progress);
    if (next !== progress) yield toProgressLines(lastId, next);
    progress = next;
  }
}

const toLines = ({ id, name, data }: Message): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Progress is not recorded, so its id is the one of the last step: a resumed stream continues there. */
const toProgressLines = (lastId: string, progress: string): string =>
  `id: ${lastId}\nevent: progress\ndata: ${progress}\n\n`;
