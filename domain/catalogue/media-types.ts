/** Limits of uploads: types, kinds, sizes and times (docs/uploads.md, Types and limits). */

export const MEDIA_KINDS = ['image', 'video', 'audio'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

interface MediaType {
  readonly kind: MediaKind;
  /** Usual file extension, without a dot. */
  readonly extension: string;
}

/** Every allowed content type. Files of other types are refused, regardless of their bytes. */
export const MEDIA_TYPES = {
  'image/png': { kind: 'image', extension: 'png' },
  'image/jpeg': { kind: 'image', extension: 'jpg' },
  'image/webp': { kind: 'image', extension: 'webp' },
  'image/heic': { kind: 'image', extension: 'heic' },
  'image/gif': { kind: 'image', extension: 'gif' },
  'video/mp4': { kind: 'video', extension: 'mp4' },
  'video/quicktime': { kind: 'video', extension: 'mov' },
  'video/webm': { kind: 'video', extension: 'webm' },
  'video/x-m4v': { kind: 'video', extension: 'm4v' },
  'audio/mpeg': { kind: 'audio', extension: 'mp3' },
  'audio/mp4': { kind: 'audio', extension: 'm4a' },
  'audio/aac': { kind: 'audio', extension: 'aac' },
  'audio/wav': { kind: 'audio', extension: 'wav' },
  'audio/ogg': { kind: 'audio', extension: 'ogg' },
  'audio/webm': { kind: 'audio', extension: 'weba' },
} as const satisfies Readonly<Record<string, MediaType>>;

export type MediaContentType = keyof typeof MEDIA_TYPES;

/** Measurements of a checked file. They never come from a header, which can be wrong. */
export interface MediaFacts {
  /** Duration of the video track, or of an audio file's audio track; null for pictures. */
  readonly durationSeconds: number | null;
  /** Displayed (upright) pixels of pictures and videos; null for audio, or if unknown. */
  readonly width: number | null;
  readonly height: number | null;
}

/** Computes a picture's ratio of width to height; null if unknown. */
export const computeShape = ({
  width,
  height,
}: Pick<MediaFacts, 'width' | 'height'>): number | null =>
  width && height ? width / height : null;

/** Bytes of a megabyte. Sizes use powers of ten, also in the daily allowance. */
export const MEGABYTE = 1_000_000;

/** Maximum file size of each kind, in bytes. */
export const MEDIA_BYTES_MAX: Readonly<Record<MediaKind, number>> = {
  image: 20 * MEGABYTE,
  video: 200 * MEGABYTE,
  audio: 50 * MEGABYTE,
};

/** Maximum decoded size of a data URL. */
export const INLINE_BYTES_MAX = 20 * MEGABYTE;

/** Maximum pixels of a picture that we decode for a caller. */
export const PIXELS_MAX = 50_000_000;

/**
 * Parses a Content-Type; null if the type is not allowed. Case and parameters are ignored:
 * `Audio/OGG; codecs=opus` is `audio/ogg`.
 */
export function parseContentType(value: string): MediaContentType | null {
  const essence = value.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return Object.hasOwn(MEDIA_TYPES, essence) ? (essence as MediaContentType) : null;
}
