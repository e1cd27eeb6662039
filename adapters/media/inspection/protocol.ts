import type { DeclaredFacts, Inspection } from './inspection.js';
import type { RefusalReason } from '../../../domain/ports/media-refused.js';
import type { PhotoFormat } from './normalise.js';

/** A worker's task for one file. */
export type Task =
  | { readonly type: 'inspect'; readonly size: number; readonly declared: DeclaredFacts }
  | { readonly type: 'normalise'; readonly size: number; readonly format: PhotoFormat }
  | { readonly type: 'loop'; readonly size: number; readonly secondsMin: number };

/** The result of a task. */
export type TaskResult = Inspection | Uint8Array;

/** A message from the parent: a task, or the response to a read. */
export type WorkerRequest =
  | Task
  | { readonly type: 'bytes'; readonly id: number; readonly bytes: Uint8Array };

export type WorkerReply =
  /** The worker has started. If it dies after this message, the file is the cause. */
  | { readonly type: 'started' }
  /**
   * The worker processes the whole file, for example to decode an image, so the task gets more time
   * than a task that reads a few ranges.
   */
  | { readonly type: 'picture' }
  | { readonly type: 'read'; readonly id: number; readonly start: number; readonly end: number }
  /** If `spent` is true, the thread's memory has grown, so the thread is replaced. */
  | { readonly type: 'done'; readonly result: TaskResult; readonly spent: boolean }
  | {
      readonly type: 'refused';
      readonly reason: RefusalReason;
      readonly message: string;
      /** The decoder's message, for the log. */
      readonly detail?: string;
      readonly spent: boolean;
    };
