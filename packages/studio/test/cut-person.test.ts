import { expect } from 'chai';
import sharp from 'sharp';
import { openPicture } from '../analysis/open.js';
import { cutPerson } from '../cut/cut-out.js';
import { drawBackdrop } from '../portraits/backdrops.js';
import { drawPortrait } from '../portraits/draw.js';
import type { PortraitLook } from '../portraits/look.js';
import { LOOKS } from '../portraits/render-portrait.js';

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
  ['a man at a grey wall', { ...LOOKS.ready_omar, backdrop: 'studio', wall: '#8a8f96' }],
];

describe('a person who is cut out of a portrait', () => {
  for (const [name, look] of PORTRAITS) {
    it(`has no rest of the backdrop around it: ${name}`, async () => {
      const halo = await measureHalo(await photograph(look), await listWallColours(look));
      expect(halo).to.be.below(0.06);
    });
  }

  it('does not carry a cloud of the street behind it', async () => {
    const look = LOOKS.ready_jin;
    const halo = await measureHalo(await photograph(look), await listWallColours(look));
    expect(halo).to.be.below(0.12);
  });
});
