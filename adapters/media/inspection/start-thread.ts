import { Worker } from 'node:worker_threads';

/**
 * Starts a worker thread with a limited JavaScript heap. The limit does not cover memory allocated
 * by native code.
 * @param module URL of the thread's code: `new URL('./worker.js', import.meta.url)`. In `dist` it
 * is the file's name. Under tsx, which the thread inherits with `execArgv`, it resolves to
 * `worker.ts`, like every import of a `.js` file.
 */
export function startThread(module: URL, name: string, heapMb: number): Worker {
  const worker = new Worker(module, {
    name,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    // Libraries print messages, also about files; callers must not be able to write into our log.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  // The code that gives the thread a task listens for errors. An idle thread needs a listener too,
  // because Node.js ends the process for an error event without a listener.
  worker.on('error', () => undefined);
  return worker;
}
