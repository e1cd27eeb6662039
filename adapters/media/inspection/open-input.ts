import { CustomSource, Input, type InputFormat } from 'mediabunny';
import type { ByteReader } from './inspection.js';
import { requireFewSamples } from './sample-counts.js';

/** An empty box whose last word leads to no place in any file. */
const LAST_BOX = Buffer.from('\0\0\0\x0cfree\xff\xff\xff\xff', 'latin1');

/**
 * The same file with an empty box behind it. The last word of a file with fragments says where their
 * index begins. That index may name any place of the file, also one that `requireFewSamples` has not
 * seen. Without it the demuxer reads the fragments one after the other.
 */
function hideFragmentIndex(file: ByteReader): ByteReader {
  const { size } = file;
  return {
    size: size + LAST_BOX.length,
    async read(start, end) {
      if (end <= size) return file.read(start, end);
      const bytes = start < size ? await file.read(start, size) : Buffer.alloc(0);
      const behind = LAST_BOX.subarray(Math.max(0, start - size), end - size);
      return Buffer.concat([bytes, behind]);
    },
  };
}

/**
 * Opens an MP4 or QuickTime file, whose index has an entry for each sample. No other function may
 * open one: the demuxer makes an entry of its own for each sample that the index announces.
 * @throws {MediaRefused} when the index announces too many
 */
export async function openTabled(file: ByteReader, formats: InputFormat[]): Promise<Input> {
  await requireFewSamples(file);
  return openRanges(hideFragmentIndex(file), formats);
}

/**
 * Opens a file of another type. It uses the network profile for local bytes too: read frame by
 * frame, a long MP3 takes minutes.
 */
export function openRanges(file: ByteReader, formats: InputFormat[]): Input {
  const source = new CustomSource({
    getSize: () => file.size,
    read: (start, end) => file.read(start, end),
    prefetchProfile: 'network',
    // When a prefetch fails, its bytes are read again once they are needed.
    handleUnhandledError: () => undefined,
  });
  return new Input({ formats, source });
}
