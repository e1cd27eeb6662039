import sharp from 'sharp';
import { composePicture, hasPictures } from './inputs/compose-picture.js';
import { pickGivenPictures, type PictureInputs } from './inputs/given.js';
import { toRaster, type Raster } from './analysis/open.js';
import { printOnPaper } from './paper.js';
import { createFinish } from './picture/finish.js';
import { drawStage, buildStage, type PictureRequest } from './picture/picture.js';

/**
 * Everything that determines the picture and its size; `width` and `height` are the exact output in
 * pixels.
 */
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
 * librsvg draws the document again for every tile of a large picture, which takes 3 s and more at
 * 4K. Drawing at twice the 1K size and enlarging the pixels gives the same edges in a third of that
 * time.
 */
const DRAWN_SCALE_MAX = 2;

/**
 * Paper grain hardly compresses: compressing would take a fifth of a picture's time to save a
 * quarter of its bytes, and decompressing would take as long. An enlarged picture is smooth and
 * compresses to a tenth of its bytes.
 */
const PNG_LEVEL = { drawn: 0, enlarged: 1 } as const;

/** Renders a prompt's picture without inputs, at `scale` device pixels per 1K pixel. */
async function renderPrompt(request: PictureRequest, scale: number): Promise<Raster> {
  const stage = buildStage(request);
  const drawn = await toRaster(sharp(Buffer.from(drawStage(stage, scale))));
  printOnPaper(drawn, { seed: request.seed, finish: createFinish(stage), scale });
  return drawn;
}

/**
 * Draws a request as PNG in exactly the requested size. The same request gives the same bytes.
 * @throws {StudioFailure} `unreadable` when an input is not a picture
 */
export async function renderPicture(request: RenderRequest): Promise<Buffer> {
  const scale = SCALE[request.resolution] ?? 1;
  const width = Math.round(request.width / scale);
  const height = Math.round(request.height / scale);
  const drawnScale = Math.min(scale, DRAWN_SCALE_MAX);
  const inputs = pickGivenPictures(request.inputs);
  const { data, info } = hasPictures(inputs)
    ? await composePicture({ ...request, width, height }, inputs, drawnScale)
    : await renderPrompt({ ...request, width, height }, drawnScale);
  const drawn = sharp(data, { raw: info });
  if (info.width === request.width && info.height === request.height) {
    return drawn.png({ compressionLevel: PNG_LEVEL.drawn }).toBuffer();
  }
  return drawn
    .resize(request.width, request.height, { fit: 'fill', kernel: 'cubic' })
    .png({ compressionLevel: PNG_LEVEL.enlarged })
    .toBuffer();
}
