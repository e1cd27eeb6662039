import { expect } from 'chai';
import sharp from 'sharp';
import { drawPortrait } from '../../packages/studio/portraits/draw.js';
import { LOOKS } from '../../packages/studio/portraits/looks.js';
import { IMAGE_ASPECT_RATIOS, computeImageSize } from '../../domain/catalogue/image-model.js';
import { beach, jobOf, media, patches, render, tagged } from './pictures.js';

/** Product photo on white: a blue box whose label is red on the left and yellow on the right. */
const PRODUCT = [
  [0.3, 0.2, 0.4, 0.6, '#2040c0'],
  [0.3, 0.4, 0.2, 0.2, '#e02020'],
  [0.5, 0.4, 0.2, 0.2, '#f0d020'],
] as const;
const COLOURS = { red: [0xe0, 0x20, 0x20], yellow: [0xf0, 0xd0, 0x20], blue: [0x20, 0x40, 0xc0] };
const ALIKE = 14;

type Box = { left: number; top: number; right: number; bottom: number };

/** Finds the bounding box of all pixels of a colour, in fractions of the picture. */
async function extent(bytes: Buffer, colour: readonly number[]): Promise<Box> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const box = { left: 1, top: 1, right: 0, bottom: 0 };
  for (let at = 0; at < info.width * info.height; at += 1) {
    if (colour.some((value, channel) => Math.abs(value - (data[3 * at + channel] ?? 0)) > ALIKE))
      continue;
    const [x, y] = [(at % info.width) / info.width, Math.floor(at / info.width) / info.height];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

describe('the local renderer with people and products', () => {
  let product: Buffer;
  let face: Buffer;
  let scene: Buffer;
  before(async () => {
    product = await patches([800, 800], '#f4f4f2', PRODUCT);
    face = await sharp(Buffer.from(drawPortrait(LOOKS.base_clara)))
      .resize(640)
      .jpeg()
      .toBuffer();
    scene = await beach();
  });

  for (const ratio of IMAGE_ASPECT_RATIOS) {
    it(`draws a product at more than a quarter of the height, low in the picture, in ${ratio}`, async () => {
      for (const prompt of ['', 'on a beach at night', 'a fox in a meadow']) {
        const inputs = { products: [media(product)] };
        const box = await extent(await render(jobOf(prompt, { inputs, ratio })), COLOURS.blue);
        expect(box.bottom - box.top, prompt).to.be.above(0.25);
        expect(box.bottom, prompt).to.be.above(0.7);
      }
    });
  }

  it("keeps a product's shape and colours without mirroring it, alone or with other products", async () => {
    for (const prompt of ['sunset', 'a fox in snow', 'midnight rain in Tokyo']) {
      for (const characters of [[], [media(face)]]) {
        const inputs = { products: [media(product)], characters, scene: media(scene) };
        const bytes = await render(jobOf(prompt, { inputs }));
        const [blue, red, yellow] = await Promise.all(
          [COLOURS.blue, COLOURS.red, COLOURS.yellow].map((colour) => extent(bytes, colour)),
        );
        const { width, height } = computeImageSize('16:9', '1K');
        const shape = ((blue!.right - blue!.left) * width) / ((blue!.bottom - blue!.top) * height);
        expect(shape, prompt).to.be.closeTo(0.4 / 0.6, 0.04);
        expect(red!.right, prompt).to.be.below(yellow!.left + 0.01);
        expect(red!.left, prompt).to.be.closeTo(blue!.left, 0.01);
        expect(yellow!.right, prompt).to.be.closeTo(blue!.right, 0.01);
      }
    }
  });

  it('shows the uncropped product photo as a large print if its background is too busy to cut the product out', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const busy = await sharp({
      create: { width: 400, height: 400, channels: 3, background: '#888', noise },
    })
      .composite([
        {
          input: await sharp(product)
            .extract({ left: 240, top: 160, width: 320, height: 480 })
            .resize(160)
            .toBuffer(),
        },
      ])
      .jpeg()
      .toBuffer();
    const bytes = await render(jobOf('in a meadow', { inputs: { products: [media(busy)] } }));
    const box = await extent(bytes, COLOURS.yellow);
    expect(box.right - box.left).to.be.above(0.04);
  });

  it('draws a reference that the prompt mentions on the floor, larger than an unmentioned one', async () => {
    const references = tagged(product, '@box');
    const high = async (prompt: string) => {
      const box = await extent(
        await render(jobOf(prompt, { inputs: { references } })),
        COLOURS.blue,
      );
      return box.bottom - box.top;
    };
    const [named, unnamed] = [
      await high('a fox and @box in a meadow'),
      await high('a fox in a meadow'),
    ];
    expect(named).to.be.above(0.3);
    expect(named).to.be.above(2 * unnamed);
  });

  /** Computes the share of pixels whose colour is close to the given one. */
  async function share(bytes: Buffer, colour: readonly number[]): Promise<number> {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    let found = 0;
    for (let at = 0; at < data.length; at += 3) {
      if (colour.every((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) <= ALIKE)) {
        found += 1;
      }
    }
    return found / (info.width * info.height);
  }

  it("draws a person in the requested place, without the photo's background", async () => {
    const corner = await sharp(face)
      .extract({ left: 20, top: 20, width: 60, height: 60 })
      .toBuffer();
    const wall = (await sharp(corner).stats()).channels.map(({ mean }) => mean);
    const shirt = [0x8f, 0xa8, 0x88];
    expect(await share(face, wall)).to.be.above(0.1);
    for (const ratio of ['1:1', '9:16', '21:9'] as const) {
      const inputs = { characters: [media(face)] };
      const bytes = await render(jobOf('in a forest at night', { inputs, ratio }));
      const plain = await render(jobOf('in a forest at night', { ratio }));
      expect(await share(bytes, wall), ratio).to.be.below((await share(plain, wall)) + 0.01);
      expect(await share(bytes, shirt), ratio).to.be.above((await share(plain, shirt)) + 0.02);
    }
  });

  it('does not add a face to an edit, which keeps the people in its scene', async () => {
    const edit = (inputs: object) =>
      render(jobOf('at night', { inputs: { scene: media(scene), ...inputs }, edit: true }));
    const [plain, faced] = [await edit({}), await edit({ characters: [media(face)] })];
    expect(faced.equals(plain)).to.equal(true);
  });
});
