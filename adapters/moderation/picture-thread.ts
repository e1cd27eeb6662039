import type { Worker } from 'node:worker_threads';
import { ProviderFailure } from '../../domain/ports/provider.js';
import { startThread } from '../threads/start-thread.js';
import type { Answer } from './picture-protocol.js';

const MODULE = new URL('./picture-worker.js', import.meta.url);

/** Classifies pictures in a thread of its own, one after the other. */
export interface PictureThread {
  /**
   * @param pixels of the size of the protocol
   * @returns probabilities in the order of the classes
   * @throws {ProviderFailure} when it has no answer
   * @throws the abort reason of the signal
   */
  classify(pixels: Buffer, signal: AbortSignal): Promise<readonly number[]>;
  close(): Promise<void>;
}

export interface ThreadSettings {
  /** Milliseconds for one picture, with the start of the thread. */
  readonly deadlineMs?: number;
  /** After this time without a picture the thread ends and frees its memory. */
  readonly idleMs?: number;
  /** The most pictures that may wait; further ones are refused. */
  readonly queueMax?: number;
  /** Limit of the JavaScript heap. The model itself, about 100 MB, is outside of it. */
  readonly heapMb?: number;
}

interface Job {
  readonly pixels: Buffer;
  readonly signal: AbortSignal;
  readonly done: PromiseWithResolvers<readonly number[]>;
}

/** A thread that starts with the first picture. */
export function createPictureThread(settings: ThreadSettings = {}): PictureThread {
  const { deadlineMs = 15_000, idleMs = 60_000, queueMax = 64, heapMb = 128 } = settings;
  const seat = createSeat(heapMb, deadlineMs);
  const queue: Job[] = [];
  let idle: NodeJS.Timeout | undefined;
  let busy = false;
  let closed = false;

  async function work(): Promise<void> {
    if (busy) return;
    busy = true;
    clearTimeout(idle);
    for (let job = queue.shift(); job; job = queue.shift()) {
      if (job.signal.aborted) continue;
      await seat.ask(job.pixels).then(job.done.resolve, job.done.reject);
    }
    busy = false;
    idle = setTimeout(() => void seat.end(), idleMs).unref();
  }

  return {
    async classify(pixels, signal) {
      signal.throwIfAborted();
      if (closed) throw new ProviderFailure('unavailable', 'The picture check is closed.');
      if (queue.length >= queueMax) {
        throw new ProviderFailure('rate_limited', 'Too many pictures wait to be checked.');
      }
      const job: Job = { pixels, signal, done: Promise.withResolvers() };
      const giveUp = () => job.done.reject(signal.reason);
      signal.addEventListener('abort', giveUp, { once: true });
      queue.push(job);
      void work();
      return job.done.promise.finally(() => signal.removeEventListener('abort', giveUp));
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      const error = new ProviderFailure('unavailable', 'The picture check is closed.');
      for (const job of queue.splice(0)) job.done.reject(error);
      await seat.end();
    },
  };
}

/** One thread at a time, replaced after a failure. */
function createSeat(heapMb: number, deadlineMs: number) {
  let worker: Worker | null = null;

  async function end(): Promise<void> {
    const gone = worker;
    worker = null;
    await gone?.terminate();
  }

  return {
    async ask(pixels: Buffer): Promise<readonly number[]> {
      const current = (worker ??= startThread(MODULE, 'pictures', heapMb));
      current.ref();
      try {
        const answer = await askWorker(current, pixels, deadlineMs);
        current.unref();
        return answer;
      } catch (error) {
        // The state of the thread is unknown, so the next picture gets a new one.
        await end();
        throw error;
      }
    },
    end,
  };
}

/** Sends one picture to the worker and waits for its answer. */
function askWorker(worker: Worker, pixels: Buffer, deadlineMs: number): Promise<readonly number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
  const fail = (kind: 'unavailable' | 'timeout', cause?: unknown) => {
    const failure = new ProviderFailure(kind, 'The picture check did not answer.');
    failure.cause = cause;
    reject(failure);
  };
  const onMessage = (answer: Answer) =>
    'failure' in answer ? fail('unavailable', answer.failure) : resolve(answer.probabilities);
  const onEnd = (cause: unknown) => fail('unavailable', cause);
  const timer = setTimeout(() => fail('timeout'), deadlineMs);
  worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
  worker.postMessage(new Uint8Array(pixels), []);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
  });
}
