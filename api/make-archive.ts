import { addAbortSignal, Readable } from 'node:stream';
import { makeZip, predictLength } from 'client-zip';
import type { ArchiveFile } from '../domain/generations/find-archive.js';
import type { ObjectStore } from '../domain/ports/object-store.js';
import { StreamAnswer } from './route.js';

/**
 * Packs stored files into a ZIP archive while reading them one after the other, without buffering.
 * The sizes are known in advance, so the archive's length is known too, and clients can detect a
 * truncated archive.
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

/** @param left aborts a read from the store when the client has disconnected */
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
