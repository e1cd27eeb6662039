import { expect } from 'chai';
import sharp from 'sharp';
import { openPicture } from '../analysis/open.js';
import { cutPerson } from '../cut/cut-out.js';
import { drawBackdrop } from '../portraits/backdrops.js';
import { drawPortrait, drawSmallPortrait } from '../portraits/draw.js';
import type { PortraitLook } from '../portraits/look.js';
import { LOOKS } from '../portraits/looks.js';

/** Two colours whose distance, out of 441, is below this count as the same. */
const ALIKE = 28;
/** Width of the edge in pixels. */
const EDGE_PX = 3;
const OPAQUE = 64;
const HEIGHT = 480;

type Colour = readonly number[];

/** Lists the colours of a portrait's backdrop. */
async function listWallColours({ backdrop, wall }: PortraitLook): Promise<readonly Colour[]> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1280">${drawBackdrop(backdrop, wall)}</svg>`;
  const data = await sharp(Buffer.from(svg)).resize(24, 30).removeAlpha().raw().toBuffer();
  return Array.from({ length: data.length / 3 }, (_, at) => [...data.subarray(3 * at, 3 * at + 3)]);
}

/** Measures which fraction of the pixels on a cut-out's edge has a colour of the backdrop. */
async function measureHalo(photo: Buffer, walls: readonly Colour[]): Promise<number> {
  const cut = await cutPerson(await openPicture(photo, 'photo'));
  if (cut === null) throw new Error('the person was not cut out');
  const width = Math.round(HEIGHT * cut.aspect);
  const pixels = await cut.renderPixels(width, HEIGHT);
  const isClear = (x: number, y: number) =>
    x >= 0 && x < width && y >= 0 && y < HEIGHT && (pixels[4 * (y * width + x) + 3] ?? 0) < OPAQUE;
  let [edge, alike] = [0, 0];
  for (let at = 0; at < width * HEIGHT; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isEdge =
      !isClear(x, y) &&
      (isClear(x - EDGE_PX, y) ||
        isClear(x + EDGE_PX, y) ||
        isClear(x, y - EDGE_PX) ||
        isClear(x, y + EDGE_PX));
    if (!isEdge) continue;
    edge += 1;
    const isWall = walls.some(
      (wall) =>
        Math.hypot(...wall.map((value, axis) => value - (pixels[4 * at + axis] ?? 0))) < ALIKE,
    );
    if (isWall) alike += 1;
  }
  return alike / edge;
}

const photograph = (look: PortraitLook): Promise<Buffer> =>
  sharp(Buffer.from(drawPortrait(look)))
    .extract({ left: 40, top: 40, width: 1024, height: 1280 })
    .jpeg({ quality: 85 })
    .toBuffer();

/** People of the catalogue, and others in front of other plain walls. */
const PORTRAITS: readonly (readonly [string, PortraitLook])[] = [
  ['ready_ava', LOOKS.ready_ava],
  ['ready_kofi', LOOKS.ready_kofi],
  ['base_clara', LOOKS.base_clara],
  ['base_theo', LOOKS.base_theo],
  ['a man at a green wall', { ...LOOKS.ready_diego, backdrop: 'studio', wall: '#3f8f5a' }],
  ['a woman at a pale wall', { ...LOOKS.ready_mei, backdrop: 'studio', wall: '#c8ccd0' }],
  ['a man at a blue wall', { ...LOOKS.ready_finn, backdrop: 'studio', wall: '#2f4f8f' }],
  ['a man at a grey wall', { ...LOOKS.ready_omar, backdrop: 'studio', wall: '#8a8f96' }],
];

/** Two walls: a pixel that is the same before both belongs to the person. */
const WALLS = ['#ff00ff', '#00ff00'] as const;
const SAME = 60;
const SIZE = [256, 320] as const;

/** Finds the person in a portrait: the smallest rectangle, and 1 for each pixel of the person. */
async function findDrawnPerson(look: PortraitLook) {
  const [one, other] = await Promise.all(
    WALLS.map((wall) => {
      const svg = drawSmallPortrait({ ...look, backdrop: 'studio', wall }, SIZE, 'whole');
      return sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
    }),
  );
  const [width, height] = SIZE;
  const isPerson = (x: number, y: number) => {
    const channels = [0, 1, 2].map((channel) => 3 * (y * width + x) + channel);
    return Math.hypot(...channels.map((at) => (one?.[at] ?? 0) - (other?.[at] ?? 0))) < SAME;
  };
  const places = Array.from({ length: width * height }, (_, at) => at);
  const found = places.filter((at) => isPerson(at % width, Math.floor(at / width)));
  const left = Math.min(...found.map((at) => at % width));
  const right = Math.max(...found.map((at) => at % width));
  const top = Math.floor((found[0] ?? 0) / width);
  return { isPerson, left, top, width: right - left + 1, height: height - top };
}

/** Measures which fraction of a cut-out's pixels shows the backdrop, and of the person is missing. */
async function measureFaults(photo: Buffer, look: PortraitLook) {
  const person = await findDrawnPerson(look);
  const cut = await cutPerson(await openPicture(photo, 'photo'));
  if (cut === null) throw new Error('the person was not cut out');
  const pixels = await cut.renderPixels(person.width, person.height);
  let [rest, missing] = [0, 0];
  for (let at = 0; at < person.width * person.height; at += 1) {
    const isShown = (pixels[4 * at + 3] ?? 0) >= 128;
    const x = person.left + (at % person.width);
    const isPerson = person.isPerson(x, person.top + Math.floor(at / person.width));
    if (isShown && !isPerson) rest += 1;
    if (!isShown && isPerson) missing += 1;
  }
  const all = person.width * person.height;
  return { rest: rest / all, missing: missing / all };
}

describe('a person who is cut out of a portrait', () => {
  for (const [name, look] of PORTRAITS) {
    it(`has no rest of the backdrop around it: ${name}`, async () => {
      const halo = await measureHalo(await photograph(look), await listWallColours(look));
      expect(halo).to.be.below(0.06);
    });
  }

  it('does not carry a cloud of the street behind it', async () => {
    const look = LOOKS.ready_jin;
    // The studio does not recognise its own portrait in a part of it.
    const part = await sharp(await photograph(look))
      .extract({ left: 0, top: 0, width: 1024, height: 1200 })
      .toBuffer();
    expect(await measureHalo(part, await listWallColours(look))).to.be.below(0.12);
  });

  for (const [id, look] of Object.entries(LOOKS).filter(([name]) => name.startsWith('ready_'))) {
    it(`is exactly the person that was drawn, in front of any scenery: ${id}`, async () => {
      const faults = await measureFaults(await photograph(look), look);
      expect(faults.rest, 'backdrop').to.be.below(0.005);
      expect(faults.missing, 'missing').to.be.below(0.015);
    });
  }

  it('keeps what a caller has changed inside the person', async () => {
    const dot = { create: { width: 60, height: 60, channels: 3, background: '#00e0ff' } } as const;
    const input = await sharp(dot).png().toBuffer();
    const photo = await sharp(await photograph(LOOKS.ready_elena))
      .composite([{ input, left: 482, top: 1100 }])
      .jpeg({ quality: 85 })
      .toBuffer();
    const cut = await cutPerson(await openPicture(photo, 'photo'));
    const pixels = await cut?.renderPixels(300, 400);
    const isDot = (at: number) => (pixels?.[at] ?? 99) < 40 && (pixels?.[at + 2] ?? 0) > 220;
    expect(Array.from({ length: 120_000 }, (_, at) => 4 * at).some(isDot)).to.equal(true);
  });
});
