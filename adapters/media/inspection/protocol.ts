import type { DeclaredFacts, Inspection } from './inspection.js';
import type { RefusalReason } from '../../../domain/ports/media-refused.js';
import type { PhotoFormat } from './normalise.js';

/** A task of the worker for one file. */
export type Task =
  | { readonly type: 'inspect'; readonly size: number; readonly declared: DeclaredFacts }
  | { readonly type: 'normalise'; readonly size: number; readonly format: PhotoFormat }
  | { readonly type: 'loop'; readonly size: number; readonly secondsMin: number };

/** The result of a task. */
export type TaskResult = Inspection | Uint8Array;

/** From the parent: a task, or the response to a read. */
export type WorkerRequest =
  | Task
  | { readonly type: 'bytes'; readonly id: number; readonly bytes: Uint8Array };

export type WorkerReply =
  /** The worker has started: if it dies after this, the file is the cause. */
  | { readonly type: 'started' }
  /**
   * The whole file is processed, for example an image is decoded, so the task gets more time than
   * one that reads a few ranges.
   */
  | { readonly type: 'picture' }
  | { readonly type: 'read'; readonly id: number; readonly start: number; readonly end: number }
  /** `spent`: the memory of the thread has grown, so it is replaced. */
  | { readonly type: 'done'; readonly result: TaskResult; readonly spent: boolean }
  | {
      readonly type: 'refused';
      readonly reason: RefusalReason;
      readonly message: string;
      /** The decoder's message; for the log. */
      readonly detail?: string;
      readonly spent: boolean;
    };
