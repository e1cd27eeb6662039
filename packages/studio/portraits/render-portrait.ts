import sharp from 'sharp';
import { toRaster } from '../analysis/open.js';
import { printOnPaper } from '../paper.js';
import { customise, type PersonChoice } from './customise.js';
import { drawPortrait, MARGIN } from './draw.js';
import { LOOKS, type PersonId } from './looks.js';
import { HEIGHT, WIDTH } from './markup.js';

const WEBP = { quality: 88, effort: 4 } as const;

/**
 * Draws a person as WebP of 1024 by 1280 pixels, in one second on one core. The same arguments give
 * the same bytes.
 * @param choice the caller's choices; null draws the person's defaults
 */
export async function renderPortrait(
  person: PersonId,
  choice: PersonChoice | null,
): Promise<Buffer> {
  const look = choice === null ? LOOKS[person] : customise(LOOKS[person], choice);
  const drawn = await toRaster(
    sharp(Buffer.from(drawPortrait(look))).extract({
      left: MARGIN,
      top: MARGIN,
      width: WIDTH,
      height: HEIGHT,
    }),
  );
  printOnPaper(drawn, { seed: 'portrait', finish: [], scale: 1 });
  return sharp(drawn.data, { raw: drawn.info }).webp(WEBP).toBuffer();
}
