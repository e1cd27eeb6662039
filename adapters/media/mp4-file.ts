/** One top-level box of an MP4 (ISO 14496-12, 4.2). */
export interface FileBox {
  readonly type: string;
  /** Offset of the box's first byte, and of the first byte after the box. */
  readonly start: number;
  readonly end: number;
}

/** Reads bytes `start..end-1` of a file. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>;

/** Size of a box's length, type and 64-bit length. */
const HEADER_BYTES = 16;
/** Our files have five boxes; a file with more than this is not a clip. */
const BOXES_MAX = 1_000;

/**
 * Lists the top-level boxes without reading their content.
 * @returns null if the file does not consist of boxes
 */
export async function listFileBoxes(read: ReadBytes, size: number): Promise<FileBox[] | null> {
  const boxes: FileBox[] = [];
  for (let start = 0; start < size;) {
    const header = await read(start, Math.min(size, start + HEADER_BYTES));
    if (header.length < 8 || boxes.length >= BOXES_MAX) return null;
    let length = header.readUInt32BE(0);
    if (length === 0) length = size - start;
    else if (length === 1 && header.length === HEADER_BYTES) {
      length = Number(header.readBigUInt64BE(8));
    }
    const end = start + length;
    if (length < 8 || end > size) return null;
    boxes.push({ type: header.toString('latin1', 4, 8), start, end });
    start = end;
  }
  return boxes;
}

/** Returns whether the index is before the media data. */
export function isIndexFirst(boxes: readonly FileBox[]): boolean {
  const types = boxes.map(({ type }) => type);
  return types.includes('moov') && types.indexOf('moov') < types.indexOf('mdat');
}
