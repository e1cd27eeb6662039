import { UploadProblem } from './problem';
import { askCheck, requestUpload, putFile, type BoxFile } from './service';

/** A file's progress. */
export type UploadStep =
  | { readonly name: 'waiting' | 'checking' }
  | { readonly name: 'sending'; readonly part: number }
  | { readonly name: 'done'; readonly file: BoxFile }
  | { readonly name: 'failed'; readonly problem: UploadProblem };

/** Maximum number of concurrent uploads; more would only share the same bandwidth. */
const CONCURRENT_FILES = 2;
/** Maximum number of attempts while the server is busy, and maximum delay between two attempts. */
const TRIES_MAX = 30;
const WAIT_MAX_S = 20;

const queue: (() => Promise<void>)[] = [];
let running = 0;

/** Queues a file for upload. Never throws: `onStep` also reports success and failure. */
export function sendFile(file: File, onStep: (step: UploadStep) => void): void {
  onStep({ name: 'waiting' });
  queue.push(() => sendNow(file, onStep));
  void startNext();
}

/** Returns whether an upload is queued or running. */
export const isBusy = (): boolean => running > 0 || queue.length > 0;

async function startNext(): Promise<void> {
  if (running >= CONCURRENT_FILES) return;
  const next = queue.shift();
  if (!next) return;
  running += 1;
  await next();
  running -= 1;
  await startNext();
}

async function sendNow(file: File, onStep: (step: UploadStep) => void): Promise<void> {
  try {
    onStep({ name: 'sending', part: 0 });
    const place = await whileBusy(() => requestUpload(file));
    await putFile(file, place, (part) => onStep({ name: 'sending', part }));
    onStep({ name: 'checking' });
    onStep({ name: 'done', file: await whileBusy(() => askCheck(place.id)) });
  } catch (error) {
    const problem =
      error instanceof UploadProblem
        ? error
        : new UploadProblem("This browser can't upload the file.", true);
    onStep({ name: 'failed', problem });
  }
}

/** Repeats `work` while the server requests a retry. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const wait = error instanceof UploadProblem ? error.waitSeconds : null;
      if (wait === null || tries === TRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait, WAIT_MAX_S) * 1_000));
    }
  }
}
