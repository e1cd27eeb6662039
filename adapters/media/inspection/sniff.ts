import { fileTypeFromBuffer } from 'file-type';
import type { MediaContentType } from '../../../domain/catalogue/media-types.js';
import type { ByteReader } from './inspection.js';

/** Number of bytes that file-type needs to detect every accepted type; tested with each type. */
const HEAD_BYTES = 4100;
const ID3_HEADER_BYTES = 10;
/**
 * A file has one ID3 tag. Some taggers write a second one by mistake; files with more are made on
 * purpose.
 */
const ID3_TAGS_MAX = 2;

/**
 * Image signatures, checked before file-type is used. file-type accepts the three letters `GIF` as
 * a GIF, and needs more than the header of a PNG whose colour profile comes first. The check also
 * keeps SVG away from libvips, which searches for `<svg` after any 24 characters.
 */
const PICTURES: readonly (readonly [MediaContentType, ...string[]])[] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'RIFF', 'WEBP'],
];

/** The accepted types by their file-type name; all other types are refused. */
const SNIFFED: Readonly<Record<string, MediaContentType>> = {
  'image/heic': 'image/heic',
  'image/heif': 'image/heic',
  'video/mp4': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'video/webm': 'video/webm',
  'video/x-m4v': 'video/x-m4v',
  'audio/mpeg': 'audio/mpeg',
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/aac': 'audio/aac',
  'audio/wav': 'audio/wav',
  'audio/ogg': 'audio/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
};

/**
 * Detects the type from the first bytes; null if it is not accepted. The tracks may later show that
 * the file is audio.
 */
export async function sniff(file: ByteReader): Promise<MediaContentType | null> {
  const readHead = async (at: number) =>
    Buffer.from(await file.read(Math.min(at, file.size), Math.min(at + HEAD_BYTES, file.size)));

  let head = await readHead(0);
  let at = 0;
  for (let tags = 0; tags < ID3_TAGS_MAX && isId3(head); tags += 1) {
    at += countId3Bytes(head);
    head = await readHead(at);
  }
  const type = await sniffHead(head);
  // Only a stream of frames can follow a tag; a tag before any other type tries to hide that type.
  return at === 0 || type === 'audio/mpeg' || type === 'audio/aac' ? type : null;
}

/** Detects the type from at most the first 4100 bytes; null if it is not accepted. */
export async function sniffHead(head: Buffer): Promise<MediaContentType | null> {
  const start = head.toString('latin1', 0, 12);
  const picture = PICTURES.find(
    ([, first = '', last = '']) => start.startsWith(first) && start.endsWith(last),
  );
  if (picture) return picture[0];

  const mime = (await fileTypeFromBuffer(head.subarray(0, HEAD_BYTES)))?.mime ?? '';
  if (mime === 'image/heif' && !hasHevcBrand(head)) return null;
  return SNIFFED[mime] ?? null;
}

/**
 * Returns whether the file lists an HEVC brand. `mif1` means only "a still image"; AVIF may have it
 * too, but then lists no HEVC brand.
 */
function hasHevcBrand(head: Buffer): boolean {
  const brands = head.toString('latin1', 16, Math.min(head.readUInt32BE(0), head.length));
  return /^(.{4})*(heic|heix)/s.test(brands);
}

function isId3(head: Buffer): boolean {
  return head.length >= ID3_HEADER_BYTES && head.toString('latin1', 0, 3) === 'ID3';
}

/**
 * Counts a tag's bytes: the header, the content, whose length is four groups of seven bits, and a
 * footer if its flag is set.
 */
function countId3Bytes(head: Buffer): number {
  const content = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (head.readUInt8(at) & 0x7f), 0);
  const footer = head.readUInt8(5) & 0x10 ? ID3_HEADER_BYTES : 0;
  return ID3_HEADER_BYTES + content + footer;
}
