import type { MediaContentType, MediaKind } from '../../../domain/catalogue/media-types.js';

/** Reads any range of a file. Every read must end, so it has its own deadline. */
export interface ByteReader {
  readonly size: number;
  /** Bytes `start` to `end`, `end` exclusive, never beyond `size`. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A file: its bytes, its path on this machine, or a reader of its ranges. */
export type MediaSource = Buffer | string | ByteReader;

/** The caller's declaration about a file. */
export interface DeclaredFacts {
  /** Content type; null if not declared, so that any allowed kind is accepted. */
  readonly declaredType: string | null;
  /** Bytes; null or undefined if not declared. A shorter file was truncated during its transfer. */
  readonly size?: number | null;
}

/** The properties of an accepted file, read from its bytes. */
export interface Inspection {
  readonly kind: MediaKind;
  /** The exact type. It is served instead of the declared one. */
  readonly contentType: MediaContentType;
  /** Pixels as displayed: upright, first frame. Undefined for audio. */
  readonly width?: number;
  readonly height?: number;
  /**
   * The end of a video's video track, or of the longest audio track: measured from the samples,
   * never read from a header. Undefined for images.
   */
  readonly durationSeconds?: number;
  readonly hasVideo?: boolean;
  readonly hasAudio?: boolean;
  /** The codec of the first video track; null when no browser plays it (e.g. MPEG-4 part 2). */
  readonly videoCodec?: string | null;
  /** Images: bytes after the end of the image, where a second file may hide. Undefined if none. */
  readonly trailingBytes?: number;
  /** Hex. Only for images: of video and audio we read a few ranges, not the whole file. */
  readonly sha256?: string;
}
