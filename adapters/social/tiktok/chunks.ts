/** A range of bytes sent in one PUT, `start..end` inclusive. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

/** The chunk size and count that we announce to TikTok. */
export interface ChunkPlan {
  readonly chunkSize: number;
  readonly count: number;
}

/**
 * Valid whether TikTok means MB or MiB: a chunk has 5 to 64 MB, the last one up to 128 MB, and only
 * a clip below 64 MB may be a single chunk.
 */
export const CHUNK_BYTES = 10_000_000;

/** Plans the chunks. Their number is rounded down, so the last chunk contains the remainder. */
export function planChunks(size: number): ChunkPlan {
  if (size < CHUNK_BYTES) return { chunkSize: size, count: 1 };
  return { chunkSize: CHUNK_BYTES, count: Math.floor(size / CHUNK_BYTES) };
}

/**
 * Returns the chunk after `sent` bytes; null if all bytes are sent or `sent` is not a chunk
 * boundary.
 */
export function planNextChunk(size: number, sent: number): Chunk | null {
  const { chunkSize, count } = planChunks(size);
  const lastStart = (count - 1) * chunkSize;
  if (sent % chunkSize !== 0 || sent > lastStart) return null;
  const isLast = sent === lastStart;
  return { start: sent, end: isLast ? size - 1 : sent + chunkSize - 1, isLast };
}
