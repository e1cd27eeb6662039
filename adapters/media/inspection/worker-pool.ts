import type { TaskEnding } from './conversation.js';
import type { Job, TaskResult } from './protocol.js';
import { createWorkerSlot, InspectorClosed, type SlotSettings } from './worker-slot.js';

/** Runs tasks in worker threads with limits. If all threads are busy, tasks wait in order. */
export interface WorkerPool {
  run(job: Job): Promise<TaskResult>;
  /** Stops the workers; running and waiting tasks reject. */
  close(): Promise<void>;
}

interface Waiting {
  readonly job: Job;
  readonly settle: (ending: TaskEnding) => void;
}

/** Creates a pool, whose workers start with the first task. */
export function createWorkerPool(size: number, settings: SlotSettings): WorkerPool {
  const slots = Array.from({ length: size }, () => createWorkerSlot(settings));
  const idle = [...slots];
  const queue: Waiting[] = [];
  let closed = false;

  const work = async (): Promise<void> => {
    const slot = idle.pop();
    if (!slot) return;
    for (let next = queue.shift(); next; next = queue.shift()) {
      await slot.run(next.job, next.settle);
    }
    idle.push(slot);
  };

  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        const settle = (ending: TaskEnding) =>
          ending.type === 'done' ? resolve(ending.result) : reject(ending.error);
        if (closed) return reject(new InspectorClosed());
        queue.push({ job, settle });
        void work();
      }),
    async close() {
      closed = true;
      const error = new InspectorClosed();
      for (const { settle } of queue.splice(0)) settle({ type: 'failed', error, reusable: true });
      await Promise.all(slots.map((slot) => slot.close()));
    },
  };
}
