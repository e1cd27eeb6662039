import type { MediaContentType, MediaKind } from '../../../domain/catalogue/media-types.js';

/** Bytes at any place of a file, wherever it lies. Every read must settle: it has its own deadline. */
export interface ByteReader {
  readonly size: number;
  /** Bytes `start` to `end`, `end` exclusive, never beyond `size`. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A file: its bytes, its path on this machine, or a reader of its ranges. */
export type MediaSource = Buffer | string | ByteReader;

/** What the caller said about a file. */
export interface Declared {
  /** Content type; null when none was given, so that any allowed kind will do. */
  readonly declaredType: string | null;
  /** Bytes; null or absent when not given. A shorter file was cut on its way. */
  readonly size?: number | null;
}

/** What the bytes of an accepted file say. */
export interface Inspection {
  readonly kind: MediaKind;
  /** The exact type, to be served instead of the declared one. */
  readonly contentType: MediaContentType;
  /** Pixels as shown: upright, first frame. Absent for audio. */
  readonly width?: number;
  readonly height?: number;
  /** Of the samples themselves, never of a header. Absent for images. */
  readonly durationSeconds?: number;
  readonly hasVideo?: boolean;
  readonly hasAudio?: boolean;
  /** Of the first video track; null when it is one that no browser plays (e.g. MPEG-4 part 2). */
  readonly videoCodec?: string | null;
  /** Images: bytes behind the end of the picture, where a second file may hide. Absent when none. */
  readonly trailingBytes?: number;
  /** Hex. Of images only: of video and audio a few ranges are read, not the whole file. */
  readonly sha256?: string;
}
