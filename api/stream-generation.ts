import { Readable } from 'node:stream';
import type { GenerationBody } from '../domain/contract/generation.js';
import type { Watch } from '../domain/durable/watch.js';
import { toEndEventId, skipReceived, type StepEvent } from '../domain/generations/step-events.js';
import type { GenerationPoll } from '../domain/generations/watch-generations.js';
import { StreamAnswer } from './route.js';

/** Interval of heartbeats, because proxies close idle connections. */
const BEAT_SECONDS = 15;
/** Maximum random reduction of an interval, as a fraction. */
const BEAT_SPREAD = 0.5;
const LENGTH_MS = 15 * 60_000;
/** Reconnection delay of a reader, in milliseconds. */
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
  /** Returns whether the caller may still read; called before each message. */
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
 * Streams the steps of a generation until it has ended (HTML, 9.2 Server-sent events): from the
 * first step, or after the last received event. Returns 204 if the client has received the final
 * event, which stops browsers from reconnecting.
 * @throws {Refusal} VALIDATION_ERROR if `lastEventId` is not the id of an event
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

/** Lists the messages about a state. The last one is the outcome, which is final. */
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
    const polled = { isDeleted: false };
    const before = mark;
    const until = (now: GenerationPoll | undefined): boolean => {
      polled.isDeleted = now === undefined;
      return now?.mark !== before;
    };
    // Spreads the heartbeats of streams that began together, because each one queries the database.
    const spread = 1 - BEAT_SPREAD * Math.random();
    const seen = await watch.wait({ key, seconds: seconds * spread, ended, until });
    if (ended.some((signal) => signal.aborted) || polled.isDeleted) return;
    if (!(await isWelcome())) return;
    if (!seen) {
      yield ': heartbeat\n\n';
      continue;
    }
    ({ mark } = seen);
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

/**
 * Writes progress. It is not recorded, so it has the id of the last step, after which a resumed
 * stream continues.
 */
const toProgressLines = (lastId: string, progress: string): string =>
  `id: ${lastId}\nevent: progress\ndata: ${progress}\n\n`;
