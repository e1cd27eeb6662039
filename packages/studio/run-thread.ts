import { Worker } from 'node:worker_threads';
import { StudioFailure } from './failure.js';

interface ThreadSettings {
  /** Name in thread listings, such as `clip`. */
  readonly name: string;
  readonly task: unknown;
  /** Memory that moves to the thread instead of being copied. */
  readonly transferList: readonly ArrayBuffer[];
  /** Limit of the JavaScript heap. Pixels and wasm memory are outside the heap. */
  readonly heapMb: number;
}

/**
 * Starts a thread for one task.
 * @param module URL of the thread's code: `new URL('./worker.js', import.meta.url)`. In `dist` it is
 * the file's name, under tsx it resolves to `worker.ts`.
 */
export function startThread(
  module: URL,
  { name, task, transferList, heapMb }: ThreadSettings,
): Worker {
  const worker = new Worker(module, {
    name,
    workerData: task,
    transferList: [...transferList],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    // Libraries print diagnostics, which do not belong in our log.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

interface ThreadLimits {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  /** Messages for the caller. */
  readonly messages: { readonly timeout: string; readonly died: string };
}

interface ThreadEnd<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Waits for the result of a thread. The thread has ended when the promise settles.
 * @param onReply called for each message of the thread; it settles the promise through its second
 * argument
 * @throws {StudioFailure} `timeout` after the deadline, `died` when the thread ends early
 * @throws the signal's abort reason
 */
export async function runThread<Result>(
  worker: Worker,
  { signal, deadlineMs, messages }: ThreadLimits,
  onReply: (reply: unknown, end: ThreadEnd<Result>) => void,
): Promise<Result> {
  let stop: (error: unknown) => void = () => undefined;
  const onAbort = () => stop(signal.reason);
  const onDeadline = () => stop(new StudioFailure('timeout', messages.timeout));
  const onDeath = (cause: Error) => stop(new StudioFailure('died', messages.died, cause));
  const deadline = setTimeout(onDeadline, deadlineMs);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await new Promise<Result>((resolve, reject) => {
      stop = reject;
      worker.on('message', (reply: unknown) => onReply(reply, { resolve, reject }));
      worker.on('error', onDeath);
      worker.on('exit', (code) => onDeath(new Error(`the thread ended with code ${code}`)));
    });
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
