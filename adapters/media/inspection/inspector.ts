import type { Limits } from './conversation.js';
import type { DeclaredFacts, Inspection, MediaSource } from './inspection.js';
import type { PhotoFormat } from './normalise.js';
import type { Task, TaskResult } from './protocol.js';
import { openSource } from './source.js';
import { createWorkerPool } from './worker-pool.js';

/** Opens callers' files safely, in worker threads with limits. */
export interface Inspector {
  /**
   * Determines from the bytes what the file is.
   * @throws {MediaRefused} when the file is at fault; any other error comes from the source or from
   * us
   */
  inspect(source: MediaSource, declared: DeclaredFacts): Promise<Inspection>;
  /**
   * Runs `normalisePhoto` in the worker.
   * @throws {MediaRefused} like `inspect`
   */
  normalise(source: MediaSource, format?: PhotoFormat): Promise<Buffer>;
  /**
   * Runs `loopClip` in the worker.
   * @throws {MediaRefused} like `inspect`
   */
  loop(clip: MediaSource, secondsMin: number): Promise<Buffer>;
  /** Stops the workers; running and waiting tasks reject. */
  close(): Promise<void>;
}

export interface InspectorSettings {
  /** Number of files inspected concurrently; other files wait in order. */
  readonly poolSize?: number;
  readonly limits?: Limits;
  readonly heapMb?: number;
}

const LIMITS: Limits = { probeMs: 5_000, pictureMs: 10_000 };
const HEAP_MB = 128;
const MODULE = new URL('./worker.js', import.meta.url);

/**
 * Creates an inspector with its own workers, which start with the first file. The worker requests
 * ranges of every source from the parent. So all sources are read in one way instead of three, and
 * a 200 MB video in the object store needs a few reads but no download and no temporary file.
 */
export function createInspector(settings: InspectorSettings = {}): Inspector {
  const { poolSize = 1, limits = LIMITS, heapMb = HEAP_MB } = settings;
  const pool = createWorkerPool(poolSize, { module: MODULE, name: 'inspection', limits, heapMb });

  async function perform(source: MediaSource, taskOf: (size: number) => Task): Promise<TaskResult> {
    const file = await openSource(source);
    try {
      return await pool.run({ task: taskOf(file.size), file, sign: refuseToSign });
    } finally {
      await file.close();
    }
  }

  return {
    async inspect(source, declared) {
      const result = await perform(source, (size) => ({ type: 'inspect', size, declared }));
      return result as Inspection;
    },
    async normalise(source, format = 'webp') {
      const result = await perform(source, (size) => ({ type: 'normalise', size, format }));
      return Buffer.from(result as Uint8Array);
    },
    async loop(clip, secondsMin) {
      const result = await perform(clip, (size) => ({ type: 'loop', size, secondsMin }));
      return Buffer.from(result as Uint8Array);
    },
    close: () => pool.close(),
  };
}

function refuseToSign(): never {
  throw new Error('An inspection signs nothing.');
}
