import type { MediaContentType, MediaKind } from '../../../domain/catalogue/media-types.js';

/** Reads any range of a file. Every read must end, so each has its own deadline. */
export interface ByteReader {
  readonly size: number;
  /** Reads bytes `start` to `end`, `end` exclusive, never beyond `size`. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A file's bytes, its path on this machine, or a reader of its ranges. */
export type MediaSource = Buffer | string | ByteReader;

/** Metadata that the caller declared about a file. */
export interface DeclaredFacts {
  /** Declared content type; null if not declared, so any allowed kind is accepted. */
  readonly declaredType: string | null;
  /**
   * Declared size in bytes; null or undefined if not declared. A shorter file was truncated during
   * its transfer.
   */
  readonly size?: number | null;
}

/** An accepted file's properties, read from its bytes. */
export interface Inspection {
  readonly kind: MediaKind;
  /** The exact type, served instead of the declared type. */
  readonly contentType: MediaContentType;
  /** Width and height in pixels as displayed: upright, first frame. Undefined for audio. */
  readonly width?: number;
  readonly height?: number;
  /**
   * The end of a video's video track, or of the longest audio track, measured from the samples and
   * never read from a header. Undefined for images.
   */
  readonly durationSeconds?: number;
  readonly hasVideo?: boolean;
  readonly hasAudio?: boolean;
  /** The first video track's codec; null if browsers cannot play it (e.g. MPEG-4 part 2). */
  readonly videoCodec?: string | null;
  /**
   * Number of bytes after the end of an image, where a second file may hide. Undefined if the image
   * has no such bytes.
   */
  readonly trailingBytes?: number;
  /**
   * SHA-256 in hex, only for images: of video and audio we read a few ranges, not the whole file.
   */
  readonly sha256?: string;
}
