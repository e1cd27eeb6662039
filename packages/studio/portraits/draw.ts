import { group, radial, rect } from '../picture/svg.js';
import { drawBackdrop } from './backdrops.js';
import { drawBeard } from './beard.js';
import { BODY_RISE, drawBody } from './body.js';
import { drawExtras } from './extras.js';
import { drawFeatures } from './features.js';
import { drawHair } from './hair.js';
import { drawEars, drawHead } from './head.js';
import type { PortraitLook } from './look.js';
import { HEIGHT, WIDTH } from './markup.js';

/**
 * Width drawn around the picture and cropped afterwards, because blurred content would fade towards
 * the document's edge.
 */
export const MARGIN = 40;

/** Draws the person alone. */
function drawPerson(look: PortraitLook): string {
  const hair = drawHair(look);
  const person = [
    hair.back,
    group(`translate(0 -${BODY_RISE})`, drawBody(look)),
    hair.overEars ? '' : drawEars(look),
    drawHead(look),
    drawBeard(look),
    drawFeatures(look),
    hair.front,
    drawExtras(look),
  ].join('');
  return group('translate(512 -94) scale(1.18)', person);
}

/** Draws the person in front of the backdrop. */
function drawContent(look: PortraitLook): string {
  const vignette = radial([512, 560], 900, [
    [0, '#1a1024', 0],
    [0.62, '#1a1024', 0],
    [1, '#1a1024', 0.3],
  ]);
  const backdrop = drawBackdrop(look.backdrop, look.wall);
  return backdrop + drawPerson(look) + rect([0, 0], [WIDTH, HEIGHT], vignette);
}

/** Draws head and shoulders from the front, as an SVG document with `MARGIN` on all sides. Pure. */
export function drawPortrait(look: PortraitLook): string {
  const box = [-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN] as const;
  const size = `width="${box[2]}" height="${box[3]}" viewBox="${box.join(' ')}"`;
  const content = drawContent(look);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`;
}

/**
 * Draws a portrait without a margin in another size.
 * @param part `person` leaves everything around the person transparent
 */
export function drawSmallPortrait(
  look: PortraitLook,
  [width, height]: readonly [number, number],
  part: 'whole' | 'person',
): string {
  const content = part === 'whole' ? drawContent(look) : drawPerson(look);
  const size = `width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`;
}
