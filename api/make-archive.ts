import { addAbortSignal, Readable } from 'node:stream';
import { makeZip, predictLength } from 'client-zip';
import type { ArchiveFile } from '../domain/generations/find-archive.js';
import type { ObjectStore } from '../domain/ports/object-store.js';
import { StreamAnswer } from './route.js';

/**
 * Packs files of the store while they are read, one after the other, and holds none of them. Their
 * sizes are told first: so the length is known, and an archive that is cut off is not taken for a
 * whole one.
 */
export function makeArchive(
  store: Pick<ObjectStore, 'read'>,
  files: readonly ArchiveFile[],
  name: string,
): StreamAnswer {
  const left = new AbortController();
  const packed = makeZip(readFiles(store, files, left.signal));
  const body = Readable.fromWeb(packed);
  body.once('close', () => left.abort());
  const length = predictLength(files.map(({ name: own, size }) => ({ name: own, size })));
  return new StreamAnswer(body, {
    'Content-Length': String(length),
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}

/** @param left a read that waits for the store does not see by itself that its reader has left */
async function* readFiles(
  store: Pick<ObjectStore, 'read'>,
  files: readonly ArchiveFile[],
  left: AbortSignal,
) {
  for (const { key, name, size, at } of files) {
    const input =
      size === 0 ? Readable.from([]) : await store.read(key, { start: 0, end: size - 1 });
    if (!input) throw new Error('a file of an archive was deleted meanwhile');
    yield { name, lastModified: at, size, input: addAbortSignal(left, input) };
  }
}
