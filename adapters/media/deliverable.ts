import sharp from 'sharp';
import type { CredentialFile } from '../../domain/ports/content-credentials.js';
import { toProvenanceXmp, type Provenance } from './provenance.js';

/** Thrown when an upstream's bytes are not an image, or an image beyond our limits. */
export class UndecodableImage extends Error {
  constructor(options?: ErrorOptions) {
    super('The bytes are not an image that we can decode.', options);
    this.name = 'UndecodableImage';
  }
}

export interface Deliverable {
  /** The full image as WebP in the source's size. */
  readonly image: Buffer;
  /** A thumbnail as WebP, at most 400 px on each side. */
  readonly thumbnail: Buffer;
  /** Size of `image` in pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Our own largest image has 17 MP. 60 MP leaves room for upstreams and stops decompression bombs.
 */
const INPUT_PIXELS_MAX = 60_000_000;
const THUMBNAIL_PX = 400;
/** The reason for effort 2 is in docs/decisions/0022-webp-effort-2.md. */
export const DELIVERED_WEBP = { quality: 82, effort: 2 } as const;
/** The PNG only travels to a service nearby, so speed counts. */
const LOSSLESS_EFFORT = 1;

/**
 * Makes the stored files from an upstream's image. The image is re-encoded, which removes all
 * source metadata, but never resized. A thumbnail is added, and both files are labelled as
 * synthetic.
 * @throws {UndecodableImage} when the bytes are not an image, are truncated, or exceed 60
 * megapixels
 */
export async function toDeliverable(source: Buffer, provenance: Provenance): Promise<Deliverable> {
  const xmp = toProvenanceXmp(provenance);
  try {
    const open = () => sharp(source, { limitInputPixels: INPUT_PIXELS_MAX }).autoOrient();
    const { data, info } = await open()
      .withXmp(xmp)
      .webp(DELIVERED_WEBP)
      .toBuffer({ resolveWithObject: true });
    // The image is decoded again, row by row, because keeping its pixels would take 53 MB for our
    // largest image.
    const thumbnail = await open()
      .resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: 'inside', withoutEnlargement: true })
      .withXmp(xmp)
      .webp(DELIVERED_WEBP)
      .toBuffer();
    return { image: data, thumbnail, width: info.width, height: info.height };
  } catch (error) {
    throw new UndecodableImage({ cause: error });
  }
}

/**
 * Converts an upstream's image to PNG without loss: upright, and without metadata.
 * @throws {UndecodableImage} as `toDeliverable` does
 */
export async function toLossless(source: Buffer): Promise<CredentialFile> {
  try {
    const image = sharp(source, { limitInputPixels: INPUT_PIXELS_MAX }).autoOrient();
    const bytes = await image.png({ compressionLevel: LOSSLESS_EFFORT }).toBuffer();
    return { bytes, contentType: 'image/png' };
  } catch (error) {
    throw new UndecodableImage({ cause: error });
  }
}

/** Reads an image's content type from its bytes, for example `image/png`. */
export async function readContentType(bytes: Buffer): Promise<string> {
  const { format } = await sharp(bytes).metadata();
  return `image/${format}`;
}

/** Reads the size in pixels of an image that this service made, which is upright. */
export async function readPictureSize(bytes: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
}
