import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { MediaContentType } from '../../../domain/catalogue/media-types.js';

/** Reads a file created by `fixtures/make.sh`. */
export const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, 'fixtures', name));

/** Draws a picture with detail, so that truncation loses some of it. */
export function picture(width = 160, height = 120): Sharp {
  const raw = Buffer.alloc(width * height * 3);
  for (let at = 0; at < raw.length; at += 1) raw[at] = (at * 7 + (at >> 5) * 13) & 255;
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

/** A real file of every allowed content type. */
export const SAMPLES: Readonly<Record<MediaContentType, () => Buffer | Promise<Buffer>>> = {
  'image/png': () => picture().png().toBuffer(),
  'image/jpeg': () => picture().jpeg().toBuffer(),
  'image/webp': () => picture().webp().toBuffer(),
  'image/heic': () => fixture('still.heic'),
  'image/gif': () => picture().gif().toBuffer(),
  'video/mp4': () => fixture('clip.mp4'),
  'video/quicktime': () => fixture('clip.mov'),
  'video/webm': () => fixture('clip.webm'),
  'video/x-m4v': () => fixture('clip.m4v'),
  'audio/mpeg': () => fixture('tone.mp3'),
  'audio/mp4': () => fixture('tone.m4a'),
  'audio/aac': () => fixture('tone.aac'),
  'audio/wav': () => fixture('tone.wav'),
  'audio/ogg': () => fixture('tone.ogg'),
  'audio/webm': () => fixture('tone.weba'),
};

export const SAMPLE_TYPES = Object.keys(SAMPLES) as MediaContentType[];

/** Copies the bytes, and replaces the bytes at one position. */
export function patched(bytes: Buffer, at: number, change: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  change.copy(copy, at);
  return copy;
}

/** Encodes 32 bits, most significant byte first. */
export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
