import type { CheckedFile, FileCheck } from '../../../domain/ports/file-check.js';
import { StorageUnavailable, type ObjectStore } from '../../../domain/ports/object-store.js';
import { endWith } from './end-with.js';
import type { ByteReader, MediaSource } from './inspection.js';
import { createInspector } from './inspector.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { runInTurn, type TurnQueue } from '../../../domain/ports/turns.js';

/** Queue owner for files without an account. */
const OURS = '';

/** Signal for inspections that are never aborted. */
const NEVER = new AbortController().signal;

/**
 * Creates a file check with its own inspector, whose worker starts with the first file.
 * @param turns queue for the worker, because each waiting file may hold 20 MB of memory
 */
export function createFileCheck(store: ObjectStore, turns: TurnQueue): FileCheck {
  const inspector = createInspector();

  const runInspectionInTurn = <T>(owner: string, work: () => Promise<T>): Promise<T> =>
    runInTurn(
      turns,
      owner,
      work,
      (cause) => new StorageUnavailable('too many files wait for inspection', { cause }),
    );

  async function inspect(
    source: MediaSource,
    size: number,
    declaredType: string | null,
  ): Promise<CheckedFile> {
    try {
      const found = await inspector.inspect(source, { declaredType, size });
      const { kind, contentType, durationSeconds = null, width = null, height = null } = found;
      return { ok: true, kind, contentType, durationSeconds, width, height };
    } catch (error) {
      if (error instanceof MediaRefused) return { ok: false, message: error.message };
      throw error;
    }
  }

  return {
    file: (source, size, owner = OURS, signal = NEVER) =>
      endWith(
        signal,
        runInspectionInTurn(owner, () => inspect(source, size, null)),
      ),
    object(key, size, declaredType, owner = OURS, signal = NEVER) {
      const inspectStored = async () => {
        signal.throwIfAborted();
        return inspect(createRangeReader(store, key, size, signal), size, declaredType);
      };
      return endWith(signal, runInspectionInTurn(owner, inspectStored));
    },
    photo: (bytes, owner = OURS) => runInspectionInTurn(owner, () => inspector.normalise(bytes)),
    loop: (clip, secondsMin, owner) =>
      runInspectionInTurn(owner, () => inspector.loop(clip, secondsMin)),
    close: () => inspector.close(),
  };
}

/** Reads an object by ranges, so a large object is neither downloaded nor held in memory. */
function createRangeReader(
  store: ObjectStore,
  key: string,
  size: number,
  signal: AbortSignal,
): ByteReader {
  return {
    size,
    async read(start, end) {
      signal.throwIfAborted();
      const stream = await store.read(key, { start, end: end - 1 });
      if (!stream) throw new StorageUnavailable(`${key} is gone while it is checked`);
      const parts: Buffer[] = [];
      for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
      return Buffer.concat(parts);
    },
  };
}
