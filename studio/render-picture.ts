import sharp, { type Sharp } from 'sharp';
import { grain } from './grain.js';
import { composePicture, hasPictures } from './inputs/compose.js';
import { givenPictures, type PictureInputs } from './inputs/given.js';
import { drawPicture, type PictureRequest } from './picture/picture.js';

/** What decides the picture and its size; `width` and `height` are the exact output in pixels. */
export interface RenderRequest {
  readonly prompt: string;
  readonly aspectRatio: string;
  readonly resolution: string;
  readonly width: number;
  readonly height: number;
  readonly edit: boolean;
  readonly seed: number;
  readonly inputs: PictureInputs;
}

/** Output pixels per 1K pixel. */
const SCALE: Readonly<Record<string, number>> = { '1K': 1, '2K': 2, '4K': 4 };

/**
 * librsvg draws the document anew for every tile of a large picture: 3 s and more at 4K. Edges drawn
 * at twice the 1K size and enlarged from pixels look the same and take a third of that.
 */
const DRAWN_SCALE_MAX = 2;

/**
 * Paper grain hardly compresses: a fifth of the work on a picture would save a quarter of its bytes,
 * and reading it again would cost as much. Enlarged, it is smooth: a tenth of the bytes.
 */
const PNG_LEVEL = { drawn: 0, enlarged: 1 } as const;

/** The picture of a prompt alone, at `scale` device pixels per 1K pixel. */
function promptPicture(request: PictureRequest, scale: number): Sharp {
  return sharp(Buffer.from(drawPicture(request, scale)))
    .composite([grain(request.seed)])
    .removeAlpha();
}

/**
 * Draws a request as PNG of exactly the size asked for. Same request, same bytes.
 * @throws {StudioFailure} `unreadable` when an input is no picture
 */
export async function renderPicture(request: RenderRequest): Promise<Buffer> {
  const scale = SCALE[request.resolution] ?? 1;
  const width = Math.round(request.width / scale);
  const height = Math.round(request.height / scale);
  const drawnScale = Math.min(scale, DRAWN_SCALE_MAX);
  const size = { width: width * drawnScale, height: height * drawnScale };
  const inputs = givenPictures(request.inputs);
  const drawn = hasPictures(inputs)
    ? await composePicture({ ...request, width, height }, inputs, drawnScale)
    : promptPicture({ ...request, width, height }, drawnScale);
  if (size.width === request.width && size.height === request.height) {
    return drawn.png({ compressionLevel: PNG_LEVEL.drawn }).toBuffer();
  }
  // In two steps: asked to resize an SVG, sharp would draw it at the full size instead.
  const pixels = await drawn.raw().toBuffer();
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .resize(request.width, request.height, { fit: 'fill', kernel: 'cubic' })
    .png({ compressionLevel: PNG_LEVEL.enlarged })
    .toBuffer();
}
