import { Worker } from 'node:worker_threads';
import { converse, type Ending, type Limits } from './conversation.js';
import type { ByteReader } from './inspection.js';
import type { Task } from './protocol.js';

/** The process is ending; another process can inspect the file. */
export class InspectorClosed extends Error {
  constructor() {
    super('the inspector is closed');
    this.name = 'InspectorClosed';
  }
}

/** One worker thread at a time, started when needed and replaced after its death. */
export interface WorkerSlot {
  /**
   * Runs a task. `settle` gets its end at once. After a failure the promise also waits until the
   * worker is really gone: its native code runs on for a while, and such workers must not pile up.
   */
  run(task: Task, file: ByteReader, settle: (ending: Ending) => void): Promise<void>;
  close(): Promise<void>;
}

export interface SlotSettings {
  readonly limits: Limits;
  /** JavaScript heap of the worker. Decoded pixels are outside of it; the pixel cap limits them. */
  readonly heapMb: number;
}

/**
 * Starts for one task: an idle worker may have died unseen. A fresh one that fails will fail again.
 */
const STARTS_MAX = 2;

/** A place for one worker; nothing is started yet. */
export function createWorkerSlot({ limits, heapMb }: SlotSettings): WorkerSlot {
  let worker: Worker | null = null;
  let closed = false;

  async function discard(): Promise<void> {
    const gone = worker;
    worker = null;
    await gone?.terminate();
  }

  async function attempt(task: Task, file: ByteReader): Promise<Ending> {
    let ending: Ending;
    let starts = 0;
    do {
      starts += 1;
      worker ??= start(heapMb);
      worker.ref();
      ending = await converse(worker, { task, file, limits });
      if (ending.type === 'stillborn') await discard();
    } while (ending.type === 'stillborn' && starts < STARTS_MAX && !closed);
    return ending;
  }

  return {
    async run(task, file, settle) {
      let ending: Ending;
      try {
        ending = await attempt(task, file);
      } catch (error) {
        ending = { type: 'failed', error, reusable: false };
      }
      // We ended the worker ourselves: its death says nothing about the file.
      if (closed) ending = { type: 'failed', error: new InspectorClosed(), reusable: false };
      settle(ending);

      if (ending.type !== 'stillborn' && ending.reusable) worker?.unref();
      else await discard();
    },
    close() {
      closed = true;
      return discard();
    },
  };
}

/**
 * One address works in both cases: in `dist` it is the name of the file. Under tsx, which the
 * thread inherits with `execArgv`, it resolves to `worker.ts`, as every import of a `.js` does.
 */
function start(heapMb: number): Worker {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    name: 'inspection',
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    // Decoders print messages about a file; callers must not write into our log.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  // A running task listens for errors itself. An idle worker needs a listener too, because Node.js
  // ends the process for an error event without one.
  worker.on('error', () => undefined);
  return worker;
}
