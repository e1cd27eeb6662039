import sharp from 'sharp';
import { DELIVERED_WEBP } from './deliverable.js';

const SIDE_PX = 640;

/**
 * Makes a clip's poster: its first frame, cropped to the clip's ratio, at most 640 px on each side.
 * @param size the clip's size in pixels
 * @param xmp provenance packet
 */
export async function makePoster(
  frame: Buffer,
  size: { readonly width: number; readonly height: number },
  xmp: string,
): Promise<Buffer> {
  const scale = Math.min(1, SIDE_PX / Math.max(size.width, size.height));
  return sharp(frame)
    .resize(Math.round(size.width * scale), Math.round(size.height * scale), { fit: 'cover' })
    .withXmp(xmp)
    .webp(DELIVERED_WEBP)
    .toBuffer();
}
