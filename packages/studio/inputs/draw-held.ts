import type { OverlayOptions } from 'sharp';
import type { PersonColours } from '../cut/cut-out.js';
import { chooseInk } from '../picture/actors.js';
import { lighten } from '../picture/colour.js';
import type { Stage } from '../picture/stage.js';
import { DRAWINGS } from '../picture/subjects/subjects.js';
import { ellipse, group, n, rect, stroke } from '../picture/svg.js';
import { HELD_HEIGHTS, type HeldThing } from './held.js';
import type { Box } from './layout.js';

/** Position of the hand: its distance from the middle, and its height, as fractions of the person. */
const ASIDE = 0.2;
const HAND_Y = { cropped: 0.97, whole: 0.56 } as const;
/** Size of a thing in the hand of a whole figure, which is smaller than a portrait. */
const WHOLE_SCALE = 0.42;

/**
 * Computes the box of a thing in the person's hand.
 * @param side 1 if the hand is right of the person's middle, -1 if left
 */
export function computeHeldBox(
  person: Box,
  { name }: HeldThing,
  { side, isCropped }: Readonly<{ side: 1 | -1; isCropped: boolean }>,
): Box {
  const height = person.height * HELD_HEIGHTS[name] * (isCropped ? 1 : WHOLE_SCALE);
  const middle = person.x + person.width * (0.5 + side * ASIDE);
  const foot = person.y + person.height * HAND_Y[isCropped ? 'cropped' : 'whole'];
  return { x: middle - height / 2, y: foot - height, width: height, height };
}

/** Draws a forearm and palm behind the thing, and the fingers in front of it. */
function drawHand({ skin, cloth }: PersonColours, [x, y]: readonly [number, number], u: number) {
  const shade = lighten(skin, -0.1);
  const finger = (at: number) =>
    rect(
      [x - 5.6 * u, y + (at * 2.5 - 5) * u],
      [11.2 * u, 2.4 * u],
      at % 2 ? skin : lighten(skin, 0.02),
      1.2 * u,
    ) +
    stroke(`M${n(x - 4.6 * u)} ${n(y + (at * 2.5 - 2.6) * u)}h${n(9.2 * u)}`, shade, 0.3 * u, 0.7);
  const behind =
    stroke(
      `M${n(x + 9 * u)} ${n(y + 26 * u)}L${n(x + 1.5 * u)} ${n(y + 7 * u)}`,
      lighten(cloth, -0.04),
      11 * u,
    ) + ellipse([x, y], 6.4 * u, 6.8 * u, shade);
  return { behind, front: [0, 1, 2, 3].map(finger).join('') };
}

/** Draws a thing in the person's hand, in front of the person. */
export function drawHeld(
  stage: Stage,
  {
    thing,
    box,
    person,
    colours,
  }: Readonly<{ thing: HeldThing; box: Box; person: Box; colours: PersonColours | null }>,
  scale: number,
): OverlayOptions {
  const ink = chooseInk(stage, { ...thing, count: 1 });
  const random = stage.random.fork(`held ${thing.name}`);
  const drawing = DRAWINGS[thing.name].draw(ink, { random, words: stage.brief.words });
  const at = `translate(${n(box.x + box.width / 2)} ${n(box.y + box.height)}) scale(${(box.height / 100).toFixed(3)})`;
  const grip = [box.x + box.width / 2, box.y + box.height * 0.8] as const;
  const hand = colours && drawHand(colours, grip, person.height / 100);
  const { width, height } = stage;
  const size = `width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}"`;
  const content = (hand?.behind ?? '') + group(at, drawing) + (hand?.front ?? '');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`;
  return { input: Buffer.from(svg), left: 0, top: 0 };
}
