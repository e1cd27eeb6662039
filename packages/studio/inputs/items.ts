import type { OverlayOptions } from 'sharp';
import { cutItem, type CutOut } from '../cut/cut-out.js';
import type { Picture } from '../look/open.js';
import type { Stage } from '../picture/stage.js';
import { figureOf } from './figures.js';
import { cardOf } from './frames.js';
import { hang, type Box } from './layout.js';
import { UNMENTIONED, type Place } from './mentions.js';
import type { Pictures } from './opened.js';
import { behindBox, wallOf } from './plan.js';
import { productBox, type Company } from './seats.js';

/** The product and the references, behind or in front of the drawing. */
export interface Items {
  readonly behind: readonly OverlayOptions[];
  readonly before: readonly OverlayOptions[];
}

/** A thing standing in the picture: cut out if its background is plain, otherwise a large print. */
async function standing(
  picture: Picture,
  boxOf: (aspect: number) => Box,
  scale: number,
): Promise<readonly OverlayOptions[]> {
  const cut = await cutItem(picture);
  if (cut) return figureOf(cut, boxOf(cut.aspect), scale);
  return [await cardOf(picture, boxOf(picture.width / picture.height), scale)];
}

/** Only things on the ground are cut out, not those on a wall. */
const isStanding = ({ order, row, background }: Place): boolean =>
  order !== null && !background && (row === null || row === 'bottom');

/** In the foreground, without further details. */
const IN_FRONT: Place = { ...UNMENTIONED, order: 0 };

interface Reference {
  readonly picture: Picture;
  readonly place: Place;
  readonly cut: CutOut | null;
}

const aspectOf = ({ cut, picture }: Reference): number =>
  cut ? cut.aspect : picture.width / picture.height;

async function references(
  list: Pictures['references'],
  stage: Stage,
  company: Company,
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
    aspect: aspectOf(one),
    isCut: one.cut !== null,
  }));
  const boxes = hang(wanted, wallOf(stage, company, wanted));
  const shown = await Promise.all(
    found.map(async ({ picture, cut }, at) => {
      const box = boxes[at] ?? behindBox(stage, picture.width / picture.height);
      return cut ? figureOf(cut, box, scale) : [await cardOf(picture, box, scale)];
    }),
  );
  return {
    behind: shown.filter((_, at) => boxes[at] === null).flat(),
    before: shown.filter((_, at) => boxes[at] !== null).flat(),
  };
}

/**
 * Places the product and the references around it; with a person, they share the remaining space.
 */
export async function placeItems(
  pictures: Pictures,
  stage: Stage,
  company: Company,
  scale: number,
): Promise<Items> {
  const { product } = pictures;
  const mentioned = pictures.references.some(({ place }) => place.order !== null);
  if (product && company.person && mentioned) {
    const all = [{ picture: product, place: IN_FRONT }, ...pictures.references];
    return references(all, stage, { ...company, product: false }, scale);
  }
  const shown = await references(pictures.references, stage, company, scale);
  if (!product) return shown;
  const item = await standing(product, (aspect) => productBox(stage, aspect, company), scale);
  return { ...shown, before: [...shown.before, ...item] };
}
