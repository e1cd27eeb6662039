/** One box of the top level of an MP4 (ISO 14496-12, 4.2). */
export interface FileBox {
  readonly type: string;
  /** Its first byte, and the first byte behind it. */
  readonly start: number;
  readonly end: number;
}

/** Bytes `start..end-1` of a file. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>;

/** Length, type and the length in 64 bits. */
const HEADER_BYTES = 16;
/** Ours have five; more are no clip. */
const BOXES_MAX = 1_000;

/**
 * Lists the boxes of the top level without reading what is in them.
 * @returns null for a file that does not consist of boxes
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

/** Whether the index stands before what it points at. */
export function isIndexFirst(boxes: readonly FileBox[]): boolean {
  const types = boxes.map(({ type }) => type);
  return types.includes('moov') && types.indexOf('moov') < types.indexOf('mdat');
}
