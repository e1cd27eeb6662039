import sharp from 'sharp';
import { provenanceXmp, type Provenance } from './provenance.js';

/** Thrown when an upstream delivered bytes that are no image, or one beyond our limits. */
export class UndecodableImage extends Error {
  constructor(options?: ErrorOptions) {
    super('The bytes are not an image that we can decode.', options);
    this.name = 'UndecodableImage';
  }
}

export interface Deliverable {
  /** WebP of the source's size. */
  readonly image: Buffer;
  /** WebP, at most 400 px on each side. */
  readonly thumbnail: Buffer;
  /** Pixels of `image`. */
  readonly width: number;
  readonly height: number;
}

/** Our largest own picture has 17 MP; 60 leaves room for upstreams and stops bombs. */
const INPUT_PIXELS_MAX = 60_000_000;
const THUMBNAIL_PX = 400;
/** Effort 3: a fifth larger than 6 at a third of the time. */
const WEBP = { quality: 82, effort: 3 } as const;

/**
 * Turns what an upstream delivered into what we keep: re-encoded (nothing of the source's own
 * metadata survives), never resized, with a thumbnail, both labelled as synthetic.
 * @throws {UndecodableImage} when the bytes are no image, are cut short, or exceed 60 megapixels
 */
export async function toDeliverable(source: Buffer, provenance: Provenance): Promise<Deliverable> {
  const xmp = provenanceXmp(provenance);
  try {
    const { data, info } = await sharp(source, { limitInputPixels: INPUT_PIXELS_MAX })
      .autoOrient()
      .withXmp(xmp)
      .webp(WEBP)
      .toBuffer({ resolveWithObject: true });
    // From the WebP, which decodes straight to a fraction of its size; a PNG would not.
    const thumbnail = await sharp(data)
      .resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: 'inside', withoutEnlargement: true })
      .withXmp(xmp)
      .webp(WEBP)
      .toBuffer();
    return { image: data, thumbnail, width: info.width, height: info.height };
  } catch (error) {
    throw new UndecodableImage({ cause: error });
  }
}
