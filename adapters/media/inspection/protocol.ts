import type {
  CredentialFile,
  CredentialReport,
  FileExamination,
  Ingredient,
  ManifestDefinition,
  SignedFile,
} from '../../../domain/ports/content-credentials.js';
import type { ByteReader, DeclaredFacts, Inspection } from './inspection.js';
import type { RefusalReason } from '../../../domain/ports/media-refused.js';
import type { PhotoFormat } from './normalise.js';

/** A worker's task for one file. */
export type Task = InspectionTask | CredentialTask;

export type InspectionTask =
  | { readonly type: 'inspect'; readonly size: number; readonly declared: DeclaredFacts }
  | { readonly type: 'normalise'; readonly size: number; readonly format: PhotoFormat }
  | { readonly type: 'loop'; readonly size: number; readonly secondsMin: number };

/** A task for Content Credentials; it holds the bytes, which the library needs as a whole. */
export type CredentialTask =
  | {
      readonly type: 'sign';
      readonly file: CredentialFile;
      readonly manifest: ManifestDefinition;
      readonly ingredients: readonly Ingredient[];
      /** Exact size of a signature in bytes. */
      readonly reserveSize: number;
    }
  | { readonly type: 'read'; readonly file: CredentialFile; readonly anchors: string }
  | { readonly type: 'examine'; readonly bytes: Uint8Array; readonly anchors: string };

/** The result of a task. */
export type TaskResult = Inspection | Uint8Array | SignedFile | CredentialReport | FileExamination;

/** A task, with what stays in the parent thread: the file and the signing function. */
export interface Job {
  readonly task: Task;
  readonly file: ByteReader;
  /** Signs a claim with the key, which never enters a thread. */
  readonly sign: (claim: Uint8Array) => Uint8Array;
}

/** A message from the parent: a task, or the response to a read or a claim. */
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
  | { readonly type: 'sign'; readonly id: number; readonly claim: Uint8Array }
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
