import { Problem } from './problem';
import { askCheck, askPlace, putFile, type BoxFile } from './service';

/** How far a file is. */
export type Step =
  | { readonly name: 'waiting' | 'checking' }
  | { readonly name: 'sending'; readonly part: number }
  | { readonly name: 'done'; readonly file: BoxFile }
  | { readonly name: 'failed'; readonly problem: Problem };

/** Files that are sent at a time: more would only share the same line. */
const AT_ONCE = 2;
/** How often a service that is busy is asked again, and how long at most between two times. */
const TRIES_MAX = 30;
const WAIT_MAX_S = 20;

const queue: (() => Promise<void>)[] = [];
let running = 0;

/** Sends a file when it is its turn. Never rejects: `onStep` is told of the end as well. */
export function sendFile(file: File, onStep: (step: Step) => void): void {
  onStep({ name: 'waiting' });
  queue.push(() => sendNow(file, onStep));
  void goOn();
}

/** Whether a file is on its way. */
export const isBusy = (): boolean => running > 0 || queue.length > 0;

async function goOn(): Promise<void> {
  if (running >= AT_ONCE) return;
  const next = queue.shift();
  if (!next) return;
  running += 1;
  await next();
  running -= 1;
  await goOn();
}

async function sendNow(file: File, onStep: (step: Step) => void): Promise<void> {
  try {
    onStep({ name: 'sending', part: 0 });
    const place = await whileBusy(() => askPlace(file));
    await putFile(file, place, (part) => onStep({ name: 'sending', part }));
    onStep({ name: 'checking' });
    onStep({ name: 'done', file: await whileBusy(() => askCheck(place.id)) });
  } catch (error) {
    const problem =
      error instanceof Problem ? error : new Problem('This browser cannot send the file.', true);
    onStep({ name: 'failed', problem });
  }
}

/** Repeats what the service asks to repeat. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const wait = error instanceof Problem ? error.waitSeconds : null;
      if (wait === null || tries === TRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait, WAIT_MAX_S) * 1_000));
    }
  }
}
