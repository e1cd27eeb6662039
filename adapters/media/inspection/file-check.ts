import type { CheckedFile, FileCheck } from '../../../domain/ports/file-check.js';
import { StorageUnavailable, type ObjectStore } from '../../../domain/ports/object-store.js';
import type { ByteReader, MediaSource } from './inspection.js';
import { createInspector } from './inspector.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';

/**
 * Files that this process checks at a time, waiting ones included; each may hold 20 MB of memory.
 */
export const LOOKS_MAX = 64;

/**
 * The file check with its own inspector; its worker starts with the first file. Beyond `LOOKS_MAX`
 * a check rejects with `StorageUnavailable`, and the caller shall try again.
 */
export function createFileCheck(store: ObjectStore): FileCheck {
  const inspector = createInspector();
  let looks = 0;

  async function check(
    source: MediaSource,
    size: number,
    declaredType: string | null,
  ): Promise<CheckedFile> {
    if (looks >= LOOKS_MAX) throw new StorageUnavailable('too many files wait to be looked into');
    looks += 1;
    try {
      const found = await inspector.inspect(source, { declaredType, size });
      const { kind, contentType, durationSeconds = null, width = null, height = null } = found;
      return { ok: true, kind, contentType, durationSeconds, width, height };
    } catch (error) {
      if (error instanceof MediaRefused) return { ok: false, message: error.message };
      throw error;
    } finally {
      looks -= 1;
    }
  }

  return {
    file: (source, size) => check(source, size, null),
    object: (key, size, declaredType) => check(rangesOf(store, key, size), size, declaredType),
    photo: (bytes) => inspector.normalise(bytes),
    close: () => inspector.close(),
  };
}

/** Reads ranges of an object, so that a large one is not downloaded or held in memory. */
function rangesOf(store: ObjectStore, key: string, size: number): ByteReader {
  return {
    size,
    async read(start, end) {
      const stream = await store.read(key, { start, end: end - 1 });
      if (!stream) throw new StorageUnavailable(`${key} is gone while it is checked`);
      const parts: Buffer[] = [];
      for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
      return Buffer.concat(parts);
    },
  };
}
