import sharp from 'sharp';
import type { Picture, Raster } from '../analysis/open.js';
import { drawSmallPortrait } from '../portraits/draw.js';
import type { PortraitLook } from '../portraits/look.js';
import { LOOKS } from '../portraits/looks.js';
import { HEIGHT, WIDTH } from '../portraits/markup.js';
import type { Mask } from './mask.js';

/** Recognises the studio's own portraits by their pixels: their outline need not be found. */

/** Size in pixels of the compared thumbnails. */
const TINY = [24, 30] as const;
/** Size in pixels of an outline. */
const OUTLINE = [448, 560] as const;
const WHOLE = { x: 0, y: 0, w: 1, h: 1 } as const;
/** Maximum difference of the shapes, width by height. */
const SHAPE_WITHIN = 0.004;
/**
 * Limits for the difference between a portrait and its copy after grain, coding and scaling, out of
 * 255: in the mean, and of one colour in one pixel.
 */
const MEAN_MAX = 8;
const MOST_MAX = 80;

interface OwnPortrait {
  readonly look: PortraitLook;
  readonly tiny: Buffer;
}

const READY = Object.entries(LOOKS).flatMap(([id, look]) =>
  id.startsWith('ready_') ? [look] : [],
);

let kept: Promise<readonly OwnPortrait[]> | null = null;

async function drawTiny(look: PortraitLook): Promise<OwnPortrait> {
  const svg = drawSmallPortrait(look, TINY, 'whole');
  return { look, tiny: await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer() };
}

/**
 * Draws the ready portraits in tiny; once, because that takes 0.1 s. A base is not recognised: its
 * body can be customised, and the wall behind it is plain.
 */
const drawAllTiny = (): Promise<readonly OwnPortrait[]> =>
  (kept ??= Promise.all(READY.map(drawTiny)).catch((error: unknown) => {
    kept = null;
    throw error;
  }));

function isCopy({ data }: Raster, tiny: Buffer): boolean {
  let [sum, most] = [0, 0];
  data.forEach((value, at) => {
    const away = Math.abs(value - (tiny[at] ?? 0));
    sum += away;
    most = Math.max(most, away);
  });
  return sum < MEAN_MAX * data.length && most < MOST_MAX;
}

/**
 * Returns the outline of a person whom the studio drew, as alpha.
 * @returns null if the picture is not a ready portrait of the catalogue
 */
export async function findOwnOutline(picture: Picture): Promise<Mask | null> {
  if (Math.abs(picture.width / picture.height - WIDTH / HEIGHT) > SHAPE_WITHIN) return null;
  const [seen, portraits] = await Promise.all([picture.part(WHOLE, ...TINY), drawAllTiny()]);
  const own = portraits.find(({ tiny }) => isCopy(seen, tiny));
  if (own === undefined) return null;
  const svg = drawSmallPortrait(own.look, OUTLINE, 'person');
  const data = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer();
  return { data, width: OUTLINE[0], height: OUTLINE[1] };
}
