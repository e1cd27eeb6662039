import sharp, { type Sharp } from 'sharp';
import type { GivenPictures } from './given.js';
import { grain } from '../grain.js';
import { drawBefore, drawOnto, drawStage, type PictureRequest } from '../picture/picture.js';
import { createStage, type Stage } from '../picture/stage.js';
import { editedScene, softenedScene } from './backdrop.js';
import { cardOf, ovalOf } from './frames.js';
import { gradeFor } from './grade.js';
import { inksOfScene } from './inks.js';
import { hang } from './layout.js';
import { UNMENTIONED, type Place } from './mentions.js';
import { openPicture, type Picture, type Raster } from '../look/open.js';
import { behindBox, faceBox, planOf, wallOf, type Plan } from './plan.js';

/** Pixels in which the colours of a scene are counted. */
const INKS_PX = 64;

/** True when the caller gave any picture. */
export const hasPictures = ({ scene, character, references }: GivenPictures): boolean =>
  scene !== null || character !== null || references.length > 0;

interface Pictures {
  readonly scene: Picture | null;
  readonly face: Picture | null;
  readonly references: readonly { readonly picture: Picture; readonly place: Place }[];
}

/** Opens all at once. A reference that the prompt sends to the background is the scene if none is. */
async function openAll(inputs: GivenPictures, places: readonly Place[]): Promise<Pictures> {
  const { scene, character, references } = inputs;
  const [given, face, ...opened] = await Promise.all([
    scene === null ? null : openPicture(scene.bytes, 'scene image'),
    character === null ? null : openPicture(character.bytes, 'character image'),
    ...references.map(async ({ tag, image }, at) => ({
      picture: await openPicture(image.bytes, `reference image ${tag}`),
      place: places[at] ?? UNMENTIONED,
    })),
  ]);
  const backdrop = given === null ? opened.find(({ place }) => place.background) : undefined;
  return {
    scene: given ?? backdrop?.picture ?? null,
    face,
    references: opened.filter((reference) => reference !== backdrop),
  };
}

interface Ground {
  readonly stage: Stage;
  /** What lies behind the drawing, or null when the drawing fills the picture. */
  readonly behind: Raster | null;
  readonly svg: string;
}

/** The scene as the prompt wants it, and the drawing that goes before it. */
async function onScene(plan: Plan, scene: Picture, scale: number): Promise<Ground> {
  const { request, seed, brief } = plan;
  const size = { width: request.width * scale, height: request.height * scale };
  const grade = gradeFor(brief, seed);
  const treat = plan.edit ? editedScene : softenedScene;
  const behind = await treat(scene, size, grade);
  const seen = await sharp(behind.data, { raw: behind.info })
    .resize(INKS_PX, INKS_PX, { fit: 'fill' })
    .raw()
    .toBuffer();
  const inks = inksOfScene({ data: seen, info: { width: INKS_PX, height: INKS_PX, channels: 3 } });
  // Things of a table stand outdoors like all others: the scene is the place.
  const ground = brief.ground === 'table' || brief.ground === 'roof' ? 'meadow' : brief.ground;
  const stage = createStage({ ...brief, ground }, { ...request, seed }, inks);
  return { stage, behind, svg: (plan.edit ? drawOnto : drawBefore)(stage, scale) };
}

function onPaper({ request, seed, brief }: Plan, scale: number): Ground {
  const stage = createStage(brief, { ...request, seed });
  return { stage, behind: null, svg: drawStage(stage, scale) };
}

/** The references as prints: those in the background, and those before everything. */
async function prints({ references, face }: Pictures, stage: Stage, scale: number) {
  const wanted = references.map(({ picture, place }) => ({
    place,
    aspect: picture.width / picture.height,
  }));
  const boxes = hang(wanted, wallOf(stage, face !== null, wanted.length));
  const cards = await Promise.all(
    references.map(({ picture }, at) =>
      cardOf(picture, boxes[at] ?? behindBox(stage, picture.width / picture.height), scale),
    ),
  );
  return {
    behind: cards.filter((_, at) => boxes[at] === null),
    before: cards.filter((_, at) => boxes[at] !== null),
  };
}

/**
 * Draws a request with pictures, every one of which shows: the scene behind or as the picture
 * itself, the face in an oval, references as prints where their tags are mentioned.
 * @param scale device pixels per 1K pixel
 * @throws {ProviderFailure} `rejected` when an input is no picture
 */
export async function composePicture(
  request: PictureRequest,
  inputs: GivenPictures,
  scale: number,
): Promise<Sharp> {
  const plan = planOf(request, inputs);
  const pictures = await openAll(inputs, plan.places);
  const { scene, face } = pictures;
  const { stage, behind, svg } =
    scene === null ? onPaper(plan, scale) : await onScene(plan, scene, scale);
  const cards = await prints(pictures, stage, scale);
  const box = faceBox(stage, plan.edit, cards.before.length > 0);
  const oval =
    face === null ? [] : [await ovalOf(face, box, { scale, accent: stage.palette.accent })];
  const drawn = Buffer.from(svg);
  const layers = [grain(request.seed), ...oval, ...cards.before];
  const picture =
    behind === null
      ? sharp(drawn).composite(layers)
      : sharp(behind.data, { raw: behind.info }).composite([
          ...cards.behind,
          { input: drawn, left: 0, top: 0 },
          ...layers,
        ]);
  return picture.removeAlpha();
}
