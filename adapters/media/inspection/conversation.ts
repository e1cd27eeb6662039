import type { Worker } from 'node:worker_threads';
import { MEDIA_BYTES_MAX, MEGABYTE } from '../../../domain/catalogue/media-types.js';
import { createClock, type CountdownTimer } from './clock.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import type { Job, WorkerReply, TaskResult } from './protocol.js';

/**
 * Time limits in milliseconds of work; the time that the parent needs for reading does not count.
 */
export interface Limits {
  readonly probeMs: number;
  readonly pictureMs: number;
}

/** The outcome of a task, and whether its worker may take another task. */
export type TaskEnding =
  | { readonly type: 'done'; readonly result: TaskResult; readonly reusable: boolean }
  | { readonly type: 'failed'; readonly error: unknown; readonly reusable: boolean }
  /** The worker died before it began, so nothing is known about the file. */
  | { readonly type: 'stillborn'; readonly error: Error };

/** Time for a thread to start, also on a busy machine that first compiles its sources. */
const START_MS = 30_000;
/** The largest read is a whole image; demuxers read less at a time. */
const READ_BYTES_MAX = MEDIA_BYTES_MAX.image;
const READS_MAX = 8192;

/**
 * Gives a task to a worker and serves its reads until it answers, dies or reaches its time limit.
 */
export function converse(
  worker: Worker,
  { task, file, sign }: Job,
  limits: Limits,
): Promise<TaskEnding> {
  return new Promise((resolve) => {
    let started = false;
    const clock = createClock(() => endAsDead(new Error('no answer within the limit')));
    const budget = createBudget(file.size);

    const end = (ending: TaskEnding) => {
      clock.stop();
      worker.off('message', listen).off('error', endAsDead).off('exit', onExit);
      resolve(ending);
    };
    const fail = (error: unknown, reusable = false) => end({ type: 'failed', error, reusable });
    const endAsDead = (cause: Error) =>
      started
        ? fail(new MediaRefused('too_complex', { cause }))
        : end({ type: 'stillborn', error: cause });
    const onExit = (code: number) => endAsDead(new Error(`the worker ended with code ${code}`));

    const serve = async (id: number, start: number, upTo: number) => {
      if (!budget.allows(start, upTo)) {
        return fail(new MediaRefused('too_complex', { cause: new Error('too many reads') }));
      }
      await reply(id, async () => {
        const bytes = await file.read(start, upTo);
        if (bytes.length === upTo - start) return bytes;
        throw new Error(`the source gave ${bytes.length} bytes for ${start} to ${upTo}`);
      });
    };
    const reply = (id: number, load: () => Promise<Uint8Array>) =>
      replyWith(worker, { id, load, clock, fail });
    const listen = (message: WorkerReply) => {
      if (message.type === 'read') void serve(message.id, message.start, message.end);
      else if (message.type === 'sign') void reply(message.id, async () => sign(message.claim));
      else if (message.type === 'picture') clock.allow(limits.pictureMs);
      else if (message.type === 'started') {
        started = true;
        clock.allow(limits.probeMs);
      } else if (message.type === 'done') {
        end({ type: 'done', result: message.result, reusable: !message.spent });
      } else {
        const { reason, detail, spent } = message;
        const cause = detail === undefined ? undefined : new Error(detail);
        fail(new MediaRefused(reason, { message: message.message, cause }), !spent);
      }
    };

    worker.on('message', listen).on('error', endAsDead).on('exit', onExit);
    clock.allow(START_MS);
    worker.postMessage(task, []);
  });
}

interface Reply {
  readonly id: number;
  readonly load: () => Promise<Uint8Array>;
  readonly clock: CountdownTimer;
  readonly fail: (error: unknown) => void;
}

/** Sends the worker the bytes that it has asked for; the time that loading takes does not count. */
async function replyWith(worker: Worker, { id, load, clock, fail }: Reply): Promise<void> {
  clock.pause();
  try {
    // Copies the bytes, because posting a view would copy the whole memory behind it.
    const bytes = new Uint8Array(await load());
    worker.postMessage({ type: 'bytes', id, bytes }, [bytes.buffer]);
  } catch (error) {
    // The storage or the signing key failed, which says nothing about the file.
    fail(error);
  }
  clock.resume();
}

/**
 * Limits the bytes read for one file to twice its size plus 32 MB, in at most `READS_MAX` reads.
 */
function createBudget(size: number) {
  let bytes = 2 * size + 32 * MEGABYTE;
  let reads = READS_MAX;
  return {
    allows(start: number, end: number): boolean {
      bytes -= end - start;
      reads -= 1;
      const inside = start >= 0 && start < end && end <= size && end - start <= READ_BYTES_MAX;
      return inside && bytes >= 0 && reads >= 0;
    },
  };
}
