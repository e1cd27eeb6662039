import { Worker } from 'node:worker_threads';

/**
 * Starts a worker thread with a limited JavaScript heap. What its native code holds is outside of
 * that limit.
 * @param module where the code of the thread is: `new URL('./worker.js', import.meta.url)`. One
 * address works in both cases: in `dist` it is the name of the file. Under tsx, which the thread
 * inherits with `execArgv`, it resolves to `worker.ts`, as every import of a `.js` does.
 */
export function startThread(module: URL, name: string, heapMb: number): Worker {
  const worker = new Worker(module, {
    name,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    // Libraries print messages, also about files; callers must not write into our log.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  // Whoever gives the thread a task listens for errors. An idle thread needs a listener too,
  // because Node.js ends the process for an error event without one.
  worker.on('error', () => undefined);
  return worker;
}
