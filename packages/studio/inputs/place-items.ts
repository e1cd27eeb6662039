import type { OverlayOptions } from 'sharp';
import { cutItem, type CutOut } from '../cut/cut-out.js';
import type { Picture } from '../analysis/open.js';
import { drawFigure } from './figures.js';
import { drawCard } from './frames.js';
import { placePrints, type Box } from './layout.js';
import { UNMENTIONED, type TagPlace } from './mentions.js';
import type { Pictures } from './opened.js';
import { computeBehindBox, planWall } from './plan-picture.js';
import { computeProductBox, type PictureCompany, type Seats } from './seats.js';

/** The product and the references, behind or in front of the drawing. */
export interface PlacedItems {
  readonly behind: readonly OverlayOptions[];
  readonly before: readonly OverlayOptions[];
}

/** Draws an item on the ground: cut out if its background is plain, otherwise as a large print. */
async function drawStandingItem(
  picture: Picture,
  boxOf: (aspect: number) => Box,
  scale: number,
): Promise<readonly OverlayOptions[]> {
  const cut = await cutItem(picture);
  if (cut) return drawFigure(cut, boxOf(cut.aspect), scale);
  return [await drawCard(picture, boxOf(picture.width / picture.height), scale)];
}

/**
 * Returns whether an item is on the ground: items on the ground are cut out, items on a wall are
 * not.
 */
const isStanding = ({ order, row, background }: TagPlace): boolean =>
  order !== null && !background && (row === null || row === 'bottom');

/** The place in the foreground, without further details. */
const IN_FRONT: TagPlace = { ...UNMENTIONED, order: 0 };

interface Reference {
  readonly picture: Picture;
  readonly place: TagPlace;
  readonly cut: CutOut | null;
}

const computeAspect = ({ cut, picture }: Reference): number =>
  cut ? cut.aspect : picture.width / picture.height;

async function drawReferences(
  list: Pictures['references'],
  seats: Seats,
  company: PictureCompany,
  scale: number,
) {
  const found: Reference[] = await Promise.all(
    list.map(async (reference) => ({
      ...reference,
      cut: isStanding(reference.place) ? await cutItem(reference.picture) : null,
    })),
  );
  const wanted = found.map((one) => ({
    place: one.place,
    aspect: computeAspect(one),
    isCut: one.cut !== null,
  }));
  const boxes = placePrints(wanted, planWall(seats, company, wanted));
  const shown = await Promise.all(
    found.map(async ({ picture, cut }, at) => {
      const box = boxes[at] ?? computeBehindBox(seats.stage, picture.width / picture.height);
      return cut ? drawFigure(cut, box, scale) : [await drawCard(picture, box, scale)];
    }),
  );
  return {
    behind: shown.filter((_, at) => boxes[at] === null).flat(),
    before: shown.filter((_, at) => boxes[at] !== null).flat(),
  };
}

/**
 * Places the product and the references around it; if there is a person, they share the remaining
 * space.
 */
export async function placeItems(
  pictures: Pictures,
  seats: Seats,
  company: PictureCompany,
  scale: number,
): Promise<PlacedItems> {
  const { product } = pictures;
  const mentioned = pictures.references.some(({ place }) => place.order !== null);
  if (product && company.person && mentioned) {
    const all = [{ picture: product, place: IN_FRONT }, ...pictures.references];
    return drawReferences(all, seats, { ...company, product: false }, scale);
  }
  const shown = await drawReferences(pictures.references, seats, company, scale);
  if (!product) return shown;
  const item = await drawStandingItem(
    product,
    (aspect) => computeProductBox(seats, aspect, company),
    scale,
  );
  return { ...shown, before: [...shown.before, ...item] };
}
