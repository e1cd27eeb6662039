import { appendFile } from 'node:fs/promises';
import { BufferSource, Input, MP4, QTFF } from 'mediabunny';
import { copyPicture, withPicture } from './copy-picture.js';
import { listFileBoxes, type ReadBytes } from './mp4-file.js';

/** The UUID of the XMP box in ISO media files (XMP specification part 3, "MPEG-4"). */
const XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
/** Size of length and type, four bytes each. In a `uuid` box, a name of sixteen bytes follows. */
const HEADER_BYTES = 8;

interface Mp4Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** Whether the box's length says "up to the end of the file" (ISO 14496-12, 4.2). */
  readonly open: boolean;
}

/** Lists the top-level boxes up to the first bytes that are not a box. */
function listTopLevel(mp4: Buffer): Mp4Box[] {
  const boxes: Mp4Box[] = [];
  for (let start = 0; start + HEADER_BYTES <= mp4.length;) {
    const type = mp4.toString('latin1', start + 4, start + HEADER_BYTES);
    let size = mp4.readUInt32BE(start);
    if (size === 1 && start + 16 <= mp4.length) size = Number(mp4.readBigUInt64BE(start + 8));
    const open = size === 0;
    const end = open ? mp4.length : start + size;
    if (end < start + HEADER_BYTES || end > mp4.length) break;
    boxes.push({ type, start, end, open });
    start = end;
  }
  return boxes;
}

const isXmp = (mp4: Buffer, { type, start }: Pick<Mp4Box, 'type' | 'start'>): boolean =>
  type === 'uuid' &&
  mp4.subarray(start + HEADER_BYTES, start + HEADER_BYTES + XMP_UUID.length).equals(XMP_UUID);

/** Metadata boxes, where tools write their settings and even prompts (ISO 14496-12, 8.10). */
const NOTES = new Set(['udta', 'meta']);
/** Boxes that may contain metadata boxes, in addition to the top level. */
const HOLDERS = new Set(['moov', 'trak']);

/** Overwrites metadata in place: nothing moves, so the index stays valid. */
function blotNotes(mp4: Buffer): void {
  for (const { type, start, end } of listTopLevel(mp4)) {
    if (NOTES.has(type)) blot(mp4.subarray(start, end));
    else if (HOLDERS.has(type)) blotNotes(mp4.subarray(start + HEADER_BYTES, end));
  }
}

function blot(box: Buffer): void {
  box.write('free', 4, 'latin1');
  box.fill(0, HEADER_BYTES);
}

/**
 * Appends an XMP packet in a box at the end of the file, so that no indexed data moves. Overwrites
 * the upstream's XMP, because a file has only one packet, and the metadata written by tools. All
 * other boxes are unchanged, including C2PA.
 */
export function addXmpBox(mp4: Buffer, xmp: string): Buffer {
  const packet = Buffer.from(xmp, 'utf8');
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(HEADER_BYTES + XMP_UUID.length + packet.length);
  header.write('uuid', 4, 'latin1');
  const labelled = Buffer.concat([mp4, header, XMP_UUID, packet]);
  for (const box of listTopLevel(mp4)) {
    // Otherwise the new box would become part of this open one. Clips are far below the 4 GB limit.
    if (box.open) labelled.writeUInt32BE(box.end - box.start, box.start);
    if (isXmp(mp4, box)) blot(labelled.subarray(box.start, box.end));
  }
  blotNotes(labelled.subarray(0, mp4.length));
  return labelled;
}

/** Maximum size of a copied packet; our own packets have less than 1 KB. */
const PACKET_BYTES_MAX = 1_000_000;

/**
 * Appends a source clip's XMP box to a clip made from it; does nothing if the source has no such
 * box.
 */
export async function copyXmpBox(read: ReadBytes, size: number, to: string): Promise<void> {
  for (const { type, start, end } of (await listFileBoxes(read, size)) ?? []) {
    if (type !== 'uuid' || end - start > PACKET_BYTES_MAX) continue;
    const box = await read(start, end);
    if (isXmp(box, { type, start: 0 })) await appendFile(to, box);
  }
}

/**
 * Removes a clip's audio, for upstreams that always generate audio. The video packets are copied
 * unchanged into a new file with the index at the front. A clip without audio is returned
 * unchanged.
 * @throws when the clip is not an MP4 with a video codec that MP4 supports
 */
export async function removeAudio(mp4: Buffer): Promise<Buffer> {
  const input = new Input({ formats: [MP4, QTFF], source: new BufferSource(mp4) });
  return withPicture(input, async (track) =>
    (await input.getAudioTracks()).length === 0 ? mp4 : copyPicture(track, [0]),
  );
}
