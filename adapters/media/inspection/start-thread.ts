import { Worker } from 'node:worker_threads';

/**
 * Starts a worker thread with a limited JavaScript heap. Memory of its native code is outside that
 * limit.
 * @param module URL of the thread's code: `new URL('./worker.js', import.meta.url)`. It works in
 * both cases: in `dist` it is the name of the file. Under tsx, which the thread inherits with
 * `execArgv`, it resolves to `worker.ts`, like every import of a `.js` file.
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
  // because Node.js ends the process for an error event without one.
  worker.on('error', () => undefined);
  return worker;
}
