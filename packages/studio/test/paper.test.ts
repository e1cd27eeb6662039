import { expect } from 'chai';
import sharp from 'sharp';
import type { Raster } from '../analysis/open.js';
import { printOnPaper } from '../paper.js';
import type { Glow } from '../picture/finish.js';

const [WIDTH, HEIGHT] = [1000, 520];

const GLOWS: readonly Glow[] = [
  {
    at: [240, 160],
    radius: 600,
    colour: '#ffe3c4',
    from: 0,
    opacity: { inside: 0.6, outside: 0 },
  },
  {
    at: [500, 240],
    radius: 560,
    colour: '#0b1a30',
    from: 0.55,
    opacity: { inside: 0, outside: 0.5 },
  },
];

const sheet = (colour: readonly [number, number, number], scale = 1): Raster => ({
  data: Buffer.alloc(WIDTH * HEIGHT * scale * scale * 3, Buffer.from(colour)),
  info: { width: WIDTH * scale, height: HEIGHT * scale, channels: 3 },
});

/** Draws the same glows as gradients of an SVG, over a plain background. */
async function drawn(ground: string, scale: number): Promise<Buffer> {
  const layers = GLOWS.map(({ at, radius, colour, from, opacity }, index) => {
    const stops = `<stop offset="${from}" stop-color="${colour}" stop-opacity="${opacity.inside}"/><stop offset="1" stop-color="${colour}" stop-opacity="${opacity.outside}"/>`;
    return `<radialGradient id="g${index}" gradientUnits="userSpaceOnUse" cx="${at[0]}" cy="${at[1]}" r="${radius}">${stops}</radialGradient><rect width="100%" height="100%" fill="url(#g${index})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH * scale}" height="${HEIGHT * scale}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="100%" height="100%" fill="${ground}"/>${layers.join('')}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
}

/** Averages each square of 20 pixels, which removes the grain and keeps the light. */
const smooth = (data: Buffer, scale: number): Promise<Buffer> =>
  sharp(data, { raw: { width: WIDTH * scale, height: HEIGHT * scale, channels: 3 } })
    .resize(WIDTH / 20, HEIGHT / 20, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();

describe('paper texture', () => {
  for (const scale of [1, 2]) {
    it(`draws glows over a picture like SVG gradients do, at scale ${scale}`, async () => {
      const printed = sheet([72, 130, 190], scale);
      printOnPaper(printed, { seed: 1, finish: GLOWS, scale });
      const [ours, theirs] = await Promise.all([
        smooth(printed.data, scale),
        smooth(await drawn('#4882be', scale), scale),
      ]);
      const away = ours.map((level, at) => Math.abs(level - theirs[at]!));
      expect(Math.max(...away)).to.be.at.most(2);
    });
  }

  it('keeps pure black and pure white', () => {
    for (const level of [0, 255]) {
      const printed = sheet([level, level, level]);
      printOnPaper(printed, { seed: 1, finish: [], scale: 1 });
      expect(new Set(printed.data)).to.deep.equal(new Set([level]));
    }
  });

  it('varies around a colour but keeps its mean', () => {
    const printed = sheet([128, 128, 128]);
    printOnPaper(printed, { seed: 1, finish: [], scale: 1 });
    const mean = printed.data.reduce((sum, level) => sum + level, 0) / printed.data.length;
    expect(mean).to.be.closeTo(128, 0.5);
    const levels = new Set(printed.data);
    expect(Math.min(...levels)).to.be.within(115, 122);
    expect(Math.max(...levels)).to.be.within(134, 141);
  });

  it('is the same for the same seed and differs for another seed', () => {
    const [one, same, other] = [1, 1, 2].map((seed) => {
      const printed = sheet([128, 128, 128]);
      printOnPaper(printed, { seed, finish: GLOWS, scale: 1 });
      return printed.data;
    });
    expect(one).to.deep.equal(same);
    expect(one).not.to.deep.equal(other);
  });
});
