import { listFileBoxes, type FileBox, type ReadBytes } from './mp4-file.js';

/** Far larger than the index of our longest clip, which is below 1 MB. */
const INDEX_BYTES_MAX = 64_000_000;
const HEADER_BYTES = 8;
/** Boxes between the index and the offset tables (ISO 14496-12, 8). */
const HOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

/** A part of a file: bytes in memory, or a range to copy. */
export type FilePart = Buffer | { readonly start: number; readonly end: number };

/**
 * Plans the same MP4 with its index after the first box and all offsets in the index adjusted.
 * @returns null if the file has no top-level index or its index cannot be moved
 */
export async function planIndexFirst(read: ReadBytes, size: number): Promise<FilePart[] | null> {
  const boxes = await listFileBoxes(read, size);
  const index = boxes?.find(({ type }) => type === 'moov');
  const [first, ...others] = boxes ?? [];
  if (!first || !index || index === first) return null;
  const length = index.end - index.start;
  if (length > INDEX_BYTES_MAX) return null;
  const bytes = Buffer.from(await read(index.start, index.end));
  if (!shiftPlaces(bytes, first.end, index)) return null;
  return [first, bytes, ...others.filter((box) => box !== index)];
}

/**
 * Shifts offsets that point between the first box and the index; offsets behind the index are
 * unchanged.
 */
function shiftPlaces(index: Buffer, from: number, { start, end }: FileBox): boolean {
  const shift = (place: number): number =>
    place >= from && place < start ? place + (end - start) : place;
  return visit(index, shift);
}

/** @returns false if a box reaches beyond its parent or an offset does not fit */
function visit(parent: Buffer, shift: (place: number) => number): boolean {
  for (let at = 0; at + HEADER_BYTES <= parent.length;) {
    const length = parent.readUInt32BE(at);
    if (length < HEADER_BYTES || at + length > parent.length) return false;
    const type = parent.toString('latin1', at + 4, at + HEADER_BYTES);
    const inside = parent.subarray(at + HEADER_BYTES, at + length);
    if (HOLDERS.has(type) && !visit(inside, shift)) return false;
    if (type === 'stco' && !rewrite32(inside, shift)) return false;
    if (type === 'co64' && !rewrite64(inside, shift)) return false;
    at += length;
  }
  return true;
}

/** Size of version, flags and number of offsets. */
const TABLE_HEADER_BYTES = 8;

function rewrite32(table: Buffer, shift: (place: number) => number): boolean {
  if (table.length < TABLE_HEADER_BYTES) return false;
  const end = TABLE_HEADER_BYTES + 4 * table.readUInt32BE(4);
  if (end > table.length) return false;
  for (let at = TABLE_HEADER_BYTES; at < end; at += 4) {
    const place = shift(table.readUInt32BE(at));
    if (place > 0xffff_ffff) return false;
    table.writeUInt32BE(place, at);
  }
  return true;
}

function rewrite64(table: Buffer, shift: (place: number) => number): boolean {
  if (table.length < TABLE_HEADER_BYTES) return false;
  const end = TABLE_HEADER_BYTES + 8 * table.readUInt32BE(4);
  if (end > table.length) return false;
  for (let at = TABLE_HEADER_BYTES; at < end; at += 8) {
    const place = shift(Number(table.readBigUInt64BE(at)));
    table.writeBigUInt64BE(BigInt(place), at);
  }
  return true;
}
