import type { Worker } from 'node:worker_threads';
import { startThread } from './start-thread.js';
import { converse, type TaskEnding, type Limits } from './conversation.js';
import type { Job } from './protocol.js';

/** Thrown when the process is ending; another process can inspect the file. */
export class InspectorClosed extends Error {
  constructor() {
    super('the inspector is closed');
    this.name = 'InspectorClosed';
  }
}

/** A slot for one worker thread, which starts when needed and is replaced after its death. */
export interface WorkerSlot {
  /**
   * Runs a task. `settle` gets the outcome immediately. After a failure, the promise also waits
   * until the worker has really ended: its native code keeps running for a while, and such workers
   * must not accumulate.
   */
  run(job: Job, settle: (ending: TaskEnding) => void): Promise<void>;
  close(): Promise<void>;
}

export interface SlotSettings {
  /** URL of the thread's code; see `startThread`. */
  readonly module: URL;
  readonly name: string;
  readonly limits: Limits;
  /**
   * JavaScript heap of the worker. Decoded pixels are outside the heap; the pixel limit bounds
   * them.
   */
  readonly heapMb: number;
}

/**
 * Starts per task: an idle worker may have died unnoticed, but a fresh worker that fails will fail
 * again.
 */
const STARTS_MAX = 2;

/** Creates a slot for one worker; the worker does not start yet. */
export function createWorkerSlot({ module, name, limits, heapMb }: SlotSettings): WorkerSlot {
  let worker: Worker | null = null;
  let closed = false;

  async function discard(): Promise<void> {
    const gone = worker;
    worker = null;
    await gone?.terminate();
  }

  async function attempt(job: Job): Promise<TaskEnding> {
    let ending: TaskEnding;
    let starts = 0;
    do {
      starts += 1;
      worker ??= startThread(module, name, heapMb);
      worker.ref();
      ending = await converse(worker, job, limits);
      if (ending.type === 'stillborn') await discard();
    } while (ending.type === 'stillborn' && starts < STARTS_MAX && !closed);
    return ending;
  }

  return {
    async run(job, settle) {
      let ending: TaskEnding;
      try {
        ending = await attempt(job);
      } catch (error) {
        ending = { type: 'failed', error, reusable: false };
      }
      // We ended the worker ourselves, so its death says nothing about the file.
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
