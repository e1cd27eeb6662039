import { crc32, deflateSync } from 'node:zlib';
import { fixture, patched, uint32 } from './samples.js';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const IHDR_END = 8 + 12 + 13;

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([uint32(content.length), body, uint32(crc32(body))]);
}

/** Builds a black square PNG with one bit per pixel, which has a few KB at any size. */
export function blackPng(side: number): Buffer {
  const depthAndMethods = Buffer.from([1, 0, 0, 0, 0]);
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([uint32(side), uint32(side), depthAndMethods])),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Inserts a text before the pixels of the PNG, as long as a colour profile. */
export function pngWithLongText(png: Buffer): Buffer {
  const text = chunk('tEXt', Buffer.from(`Comment\0${'x'.repeat(10_000)}`));
  return Buffer.concat([png.subarray(0, IHDR_END), text, png.subarray(IHDR_END)]);
}

/** Repeats the only frame of a GIF. */
export function gifOfFrames(gif: Buffer, frames: number): Buffer {
  const colours = 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
  const start = 13 + ((gif[10] ?? 0) & 0x80 ? colours : 0);
  const body = gif.subarray(start, -1);
  const repeated = Array.from({ length: frames }, () => body);
  return Buffer.concat([gif.subarray(0, start), ...repeated, Buffer.from([0x3b])]);
}

/** Builds an MP4 whose time table claims 2^31 - 1 samples in a single entry of eight bytes. */
export function endlessMp4(): Buffer {
  const mp4 = fixture('clip.mp4');
  return patched(mp4, mp4.indexOf('stts') + 12, uint32(0x7fffffff));
}

/** Builds a fragmented MP4 in which one fragment claims 2^31 - 1 samples without any bytes. */
export function endlessFragments(): Buffer {
  const mp4 = fixture('fragmented.mp4');
  const at = mp4.indexOf('trun') + 4;
  return patched(patched(mp4, at, uint32(0)), at + 4, uint32(0x7fffffff));
}

/**
 * Builds fragments without a picture. Their last word points into an empty part of their index,
 * which contains a second index with the picture of `endlessMp4`.
 */
export function hiddenTrack(): Buffer {
  const mp4 = fixture('fragmented.mp4');
  const bomb = endlessMp4();
  const track = bomb.indexOf('trak') - 4;
  const hidden = box('mfra', bomb.subarray(track, track + bomb.readUInt32BE(track)));
  const moov = mp4.indexOf('moov') - 4;
  const end = moov + mp4.readUInt32BE(moov);
  const index = Buffer.concat([mp4.subarray(moov + 8, end), box('free', hidden)]);
  const fragments = mp4.subarray(end, mp4.lastIndexOf('mfra') - 4);
  const lastWord = uint32(hidden.length + fragments.length + 12);
  const start = mp4.subarray(0, moov);
  const all = [start, box('moov', index), fragments, box('free', lastWord)];
  const made = Buffer.concat(all);
  return patched(made, made.indexOf('vide'), Buffer.from('none'));
}

const box = (type: string, content: Buffer): Buffer =>
  Buffer.concat([uint32(8 + content.length), Buffer.from(type, 'latin1'), content]);

/** Builds a HEIC that claims to be 9000 pixels wide and high. */
export function hugeHeic(): Buffer {
  const heic = fixture('still.heic');
  const size = Buffer.concat([uint32(9000), uint32(9000)]);
  return patched(heic, heic.lastIndexOf('ispe') + 8, size);
}

/** Inserts an ID3 tag before the file, as long as a tag with a cover picture. */
export function withId3(bytes: Buffer): Buffer {
  const contentBytes = 10_000;
  const header = Buffer.from('ID3\x03\0\0', 'latin1');
  const syncsafe = Buffer.from([0, 0, contentBytes >> 7, contentBytes & 127]);
  return Buffer.concat([header, syncsafe, Buffer.alloc(contentBytes), bytes]);
}

/**
 * Start of a PDF. A PDF reader accepts it at the start of a file, and, as for a ZIP, anywhere in
 * the file.
 */
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
/** Empty archive. */
export const ZIP = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
