import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { FilePathSource, Input, MP4 } from 'mediabunny';
import type { ClipPlan } from '../../domain/catalogue/renditions.js';
import {
  RenditionImpossible,
  type ClipSource,
  type RenderedClip,
  type RenditionMaker,
} from '../../domain/ports/rendition-maker.js';
import { encodeWith } from './encode-clip.js';
import { makePicture } from './make-picture.js';
import { planIndexFirst, type FilePart } from './move-index.js';
import { isIndexFirst, listFileBoxes, type ReadBytes } from './mp4-file.js';
import { copyXmpBox } from './mp4-provenance.js';

/**
 * Makes renditions of images in memory, and of clips in temporary files, because a clip may have
 * 250 MB.
 * @param ffmpeg path of the program; null if not installed
 */
export function createRenditionMaker(ffmpeg: string | null): RenditionMaker {
  return {
    canEncode: ffmpeg !== null,
    makePicture,

    async hasIndexInFront(source, signal) {
      const boxes = await listFileBoxes(async (start, end) => {
        signal.throwIfAborted();
        return buffer(await source.read({ start, end: end - 1 }));
      }, source.size);
      return boxes !== null && isIndexFirst(boxes);
    },

    moveIndex: (source, use, signal) =>
      withTempFolder(async (folder) => {
        const [from, to] = [join(folder, 'clip'), join(folder, 'made.mp4')];
        await load(source, from, signal);
        const parts = await withFile(from, (read) => planIndexFirst(read, source.size));
        if (!parts) throw new RenditionImpossible('The index of the clip cannot be moved.');
        await pipeline(Readable.from(readParts(from, parts)), createWriteStream(to), { signal });
        return use(to);
      }),

    encodeClip: (source, plan, use, signal) =>
      withTempFolder(async (folder) => {
        if (ffmpeg === null) throw new RenditionImpossible('ffmpeg is not installed.');
        const [from, to] = [join(folder, 'clip'), join(folder, 'made.mp4')];
        await load(source, from, signal);
        await encodeWith(ffmpeg, { from, to, plan, durationMs: source.durationMs }, signal);
        await withFile(from, (read) => copyXmpBox(read, source.size, to));
        return use(await measure(to, plan));
      }),
  };
}

async function withTempFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'rendition-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function load(source: ClipSource, path: string, signal: AbortSignal): Promise<void> {
  const bytes = await source.read({ start: 0, end: source.size - 1 });
  await pipeline(bytes, createWriteStream(path), { signal });
  // If the store's response breaks off, the file is shorter but there is no error.
  if ((await stat(path)).size !== source.size) throw new Error('The clip came incomplete.');
}

async function withFile<T>(path: string, use: (read: ReadBytes) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await use((start, end) => readBytes(file, start, end));
  } finally {
    await file.close();
  }
}

async function readBytes(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  return bytes.subarray(0, bytesRead);
}

async function* readParts(path: string, parts: readonly FilePart[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) yield part;
    else yield* createReadStream(path, { start: part.start, end: part.end - 1 });
  }
}

/**
 * Measures the result.
 * @throws {RenditionImpossible} when the result does not match the plan
 */
async function measure(path: string, plan: ClipPlan): Promise<RenderedClip> {
  const { size } = await stat(path);
  const input = new Input({ formats: [MP4], source: new FilePathSource(path) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new RenditionImpossible('The clip has no picture.');
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    if (width > plan.maxWidth || height > plan.maxHeight || size > plan.maxBytes) {
      throw new RenditionImpossible('The clip cannot be made small enough.');
    }
    const durationMs = Math.round((await input.computeDuration()) * 1_000);
    return { path, size, width, height, durationMs };
  } finally {
    input.dispose();
  }
}
