import { open } from 'node:fs/promises';
import type { ByteReader, MediaSource } from './inspection.js';

/** An opened source that can be read by ranges. */
export interface OpenSource extends ByteReader {
  close(): Promise<void>;
}

/** Opens a source; only a file on this machine needs to be closed afterwards. */
export async function openSource(source: MediaSource): Promise<OpenSource> {
  if (typeof source === 'string') return openFile(source);
  const close = () => Promise.resolve();
  if (!Buffer.isBuffer(source)) {
    return { size: source.size, read: (start, end) => source.read(start, end), close };
  }
  const read = (start: number, end: number) => Promise.resolve(source.subarray(start, end));
  return { size: source.length, read, close };
}

async function openFile(path: string): Promise<OpenSource> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    return {
      size,
      async read(start, end) {
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(end - start), {
          position: start,
        });
        return buffer.subarray(0, bytesRead);
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
