import type { OverlayOptions } from 'sharp';
import type { CutOut } from '../cut/cut-out.js';
import { ellipse } from '../picture/svg.js';
import type { Box } from './layout.js';

const INK = '#14101c';
/** Size of the shadow at an item's foot, as fractions of the item's width. */
const SHADOW_WIDTH = 0.56;
const SHADOW_HEIGHT = 0.09;
const SHADOW_LAYERS = 8;

/** Places a cut-out unchanged, without grading or mirroring. */
export async function drawFigure(
  cut: CutOut,
  box: Box,
  scale: number,
): Promise<readonly OverlayOptions[]> {
  const [width, height] = [Math.round(box.width * scale), Math.round(box.height * scale)];
  const figure: OverlayOptions = {
    input: await cut.renderPixels(width, height),
    raw: { width, height, channels: 4 },
    left: Math.round(box.x * scale),
    top: Math.round(box.y * scale),
  };
  return cut.isCropped ? [figure] : [drawShadowUnder(box, scale), figure];
}

/**
 * Draws a soft shadow from many faint layers, because a blur filter would cost more than everything
 * else.
 */
function drawShadowUnder(box: Box, scale: number): OverlayOptions {
  const [rx, ry] = [box.width * scale * SHADOW_WIDTH, box.width * scale * SHADOW_HEIGHT];
  const [width, height] = [Math.ceil(2 * rx) + 2, Math.ceil(2 * ry) + 2];
  const layers = Array.from({ length: SHADOW_LAYERS }, (_, at) => {
    const part = 1 - at / (SHADOW_LAYERS + 1);
    return ellipse([width / 2, height / 2], rx * part, ry * part, INK, 0.075);
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${layers.join('')}</svg>`;
  return {
    input: Buffer.from(svg),
    left: Math.round((box.x + box.width / 2) * scale - width / 2),
    top: Math.round((box.y + box.height) * scale - height / 2),
  };
}
