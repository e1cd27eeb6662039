import { CustomSource, Input, type InputFormat } from 'mediabunny';
import type { ByteReader } from './inspection.js';
import { requireFewSamples } from './sample-counts.js';

/** An empty box whose last word is not a valid offset in any file. */
const LAST_BOX = Buffer.from('\0\0\0\x0cfree\xff\xff\xff\xff', 'latin1');

/**
 * Appends an empty box to the file. The last word of a fragmented file is the offset of the
 * fragment index. That index may refer to any offset, including offsets that `requireFewSamples`
 * has not checked. When the box hides the index, the demuxer reads the fragments one after the
 * other.
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
 * Opens an MP4 or QuickTime file, whose index has an entry for each sample. Only this function may
 * open such a file, because the demuxer allocates an entry for each sample that the index
 * announces.
 * @throws {MediaRefused} when the index announces too many samples
 */
export async function openTabled(file: ByteReader, formats: InputFormat[]): Promise<Input> {
  await requireFewSamples(file);
  return openRanges(hideFragmentIndex(file), formats);
}

/**
 * Opens a file that is neither MP4 nor QuickTime. It uses the network profile for local bytes too:
 * read frame by frame, a long MP3 would take minutes.
 */
export function openRanges(file: ByteReader, formats: InputFormat[]): Input {
  const source = new CustomSource({
    getSize: () => file.size,
    read: (start, end) => file.read(start, end),
    prefetchProfile: 'network',
    // After a failed prefetch, the demuxer reads the bytes again once it needs them.
    handleUnhandledError: () => undefined,
  });
  return new Input({ formats, source });
}
