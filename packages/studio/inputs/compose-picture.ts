import sharp, { type OverlayOptions } from 'sharp';
import { cutPerson, type CutOut } from '../cut/cut-out.js';
import { drawBefore, drawOnto, drawStage, type PictureRequest } from '../picture/picture.js';
import { createStage } from '../picture/stage.js';
import { toRaster, type Picture, type Raster } from '../analysis/open.js';
import { printOnPaper } from '../paper.js';
import { createFinish, type Glow } from '../picture/finish.js';
import { renderEditedScene, renderSoftenedScene } from './render-scene.js';
import { computeHeldBox, drawHeld } from './draw-held.js';
import { drawFigure } from './figures.js';
import { drawOval } from './frames.js';
import type { GivenPictures } from './given.js';
import { chooseGrade } from './grade.js';
import { computeSceneInks } from './inks.js';
import { openAll, type Pictures } from './opened.js';
import { placeItems } from './place-items.js';
import { planPicture, type Plan } from './plan-picture.js';
import { arrangeSeats, type PersonShape, type PictureCompany, type Seats } from './seats.js';

/** Side in pixels of a scene when its colours are counted. */
const INKS_PX = 64;

/** Returns whether the caller provided any picture. */
export const hasPictures = ({ scene, character, product, references }: GivenPictures): boolean =>
  scene !== null || character !== null || product !== null || references.length > 0;

interface PictureBackground {
  readonly seats: Seats;
  /** The layer behind the drawing; null if the drawing fills the picture. */
  readonly behind: Raster | null;
  readonly svg: string;
  readonly finish: readonly Glow[];
}

/** Composes the scene as the prompt asks for it, with the drawing in front. */
async function composeOnScene(
  plan: Plan,
  {
    scene,
    company,
    scale,
  }: Readonly<{ scene: NonNullable<Pictures['scene']>; company: PictureCompany; scale: number }>,
): Promise<PictureBackground> {
  const { request, seed, brief } = plan;
  const size = { width: request.width * scale, height: request.height * scale };
  const grade = chooseGrade(brief, seed);
  const treat = plan.edit ? renderEditedScene : renderSoftenedScene;
  const behind = await treat(scene, size, grade);
  const seen = await sharp(behind.data, { raw: behind.info })
    .resize(INKS_PX, INKS_PX, { fit: 'fill' })
    .raw()
    .toBuffer();
  const inks = computeSceneInks({
    data: seen,
    info: { width: INKS_PX, height: INKS_PX, channels: 3 },
  });
  // Table items are placed outdoors like all other items, because the scene is the place.
  const ground = brief.ground === 'table' || brief.ground === 'roof' ? 'meadow' : brief.ground;
  const seats = arrangeSeats(
    createStage({ ...brief, ground }, { ...request, seed }, inks),
    company,
  );
  const { stage } = seats;
  return plan.edit
    ? { seats, behind, svg: drawOnto(stage, scale), finish: [] }
    : { seats, behind, svg: drawBefore(stage, scale), finish: createFinish(stage) };
}

function composeOnPaper(
  { request, seed, brief }: Plan,
  company: PictureCompany,
  scale: number,
): PictureBackground {
  const seats = arrangeSeats(createStage(brief, { ...request, seed }), company);
  const { stage } = seats;
  return { seats, behind: null, svg: drawStage(stage, scale), finish: createFinish(stage) };
}

/** The given person: cut out, or to be shown in an oval if the photo's outline is unclear. */
interface Person {
  readonly face: Picture;
  readonly cut: CutOut | null;
}

const describeShape = ({ cut }: Person): PersonShape =>
  cut === null ? { aspect: 1, isCropped: true, isOval: true } : { ...cut, isOval: false };

/** Draws the person in the scene, and the thing in its hand. */
async function drawPerson(
  { face, cut }: Person,
  { stage, person: box }: Seats,
  { held }: Plan,
  scale: number,
): Promise<readonly OverlayOptions[]> {
  if (box === null) return [];
  const figure = cut
    ? await drawFigure(cut, box, scale)
    : [await drawOval(face, box, { scale, accent: stage.palette.accent })];
  if (held === null) return figure;
  const side = box.x + box.width / 2 > stage.width / 2 ? -1 : 1;
  const isCropped = cut === null || cut.isCropped;
  const thing = {
    thing: held,
    box: computeHeldBox(box, held, { side, isCropped }),
    person: box,
    colours: isCropped ? (cut?.colours ?? null) : null,
  };
  return [...figure, drawHeld(stage, thing, scale)];
}

/**
 * Renders an image request that has input pictures. The scene becomes the background, or, in an
 * edit, the base picture. The person and the product are placed in it. A reference appears where
 * the prompt mentions its tag.
 * @param scale device pixels per 1K pixel
 * @throws {StudioFailure} `unreadable` when an input is not a picture
 */
export async function composePicture(
  request: PictureRequest,
  inputs: GivenPictures,
  scale: number,
): Promise<Raster> {
  const plan = planPicture(request, inputs);
  const pictures = await openAll(inputs, plan);
  const { scene, face, product, references } = pictures;
  const person = face && { face, cut: await cutPerson(face) };
  const company = {
    person: person && describeShape(person),
    product: product !== null,
    subject: plan.brief.cast.length > 0,
    references: references.some(({ place }) => place.order !== null && !place.background),
  };
  const ground =
    scene === null
      ? composeOnPaper(plan, company, scale)
      : await composeOnScene(plan, { scene, company, scale });
  const { seats, behind, svg, finish } = ground;
  const items = await placeItems(pictures, seats, company, scale);
  const people = person ? await drawPerson(person, seats, plan, scale) : [];
  const drawn = Buffer.from(svg);
  const picture = await toRaster(
    behind === null
      ? sharp(drawn)
      : sharp(behind.data, { raw: behind.info }).composite([
          ...items.behind,
          { input: drawn, left: 0, top: 0 },
        ]),
  );
  printOnPaper(picture, { seed: request.seed, finish, scale });
  const before = [...people, ...items.before];
  if (before.length === 0) return picture;
  return toRaster(sharp(picture.data, { raw: picture.info }).composite(before));
}
