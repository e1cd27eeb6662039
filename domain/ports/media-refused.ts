import type { MediaKind } from '../catalogue/media-types.js';

const SUPPORTED =
  'a PNG, JPEG, WebP, HEIC or GIF image, an MP4, MOV, WebM or M4V video, ' +
  'or MP3, M4A, AAC, WAV, OGG or WebM audio';

/** The reason why a file is refused, and what the caller should do. */
const MESSAGES = {
  empty: 'The file is empty. Upload it again.',
  unsupported: `The file is not of a supported type. Upload ${SUPPORTED}.`,
  not_declared_kind:
    'The file is not of the declared kind. Create an upload whose content_type matches the file.',
  too_large: 'The file is larger than its kind may be. Upload a smaller one.',
  truncated: 'The file ends too early: part of it is missing. Upload the whole file again.',
  too_many_pixels: 'The image has more than 50 megapixels. Make it smaller and upload it again.',
  undecodable: 'The file is damaged and cannot be read. Export it again and upload the new file.',
  too_complex: 'The file takes too much to read. Export it with plain settings and upload that.',
} as const;

/** Stable names: stored in rows, and used in metrics and tests. */
export type RefusalReason = keyof typeof MESSAGES;

/**
 * Thrown if the file itself is at fault. All other errors are ours or the store's, and the request
 * may be retried.
 */
export class MediaRefused extends Error {
  /** `message` is for the caller; the decoder's error is in `cause`, for the log. */
  constructor(
    readonly reason: RefusalReason,
    { message = MESSAGES[reason], cause }: { message?: string; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'MediaRefused';
  }
}

const NAMED: Readonly<Record<MediaKind, string>> = {
  image: 'an image',
  video: 'a video',
  audio: 'audio',
};

/** Builds the refusal for a file whose kind differs from the declared kind. */
export function refuseKind(declared: MediaKind, found: MediaKind): MediaRefused {
  return new MediaRefused('not_declared_kind', {
    message:
      `The file is ${NAMED[found]}, but ${NAMED[declared]} was declared. ` +
      `Upload ${NAMED[declared]}, or create an upload with the right content_type.`,
  });
}
