import { expect } from 'chai';
import sharp from 'sharp';
import { makePicture } from '../../adapters/media/make-picture.js';
import { toDeliverable } from '../../adapters/media/deliverable.js';
import { RenditionImpossible } from '../../domain/ports/rendition-maker.js';
import type { ImagePlan } from '../../domain/catalogue/renditions.js';
import { failureOf } from '../support/failure.js';

const { signal } = new AbortController();
const plan = (change: Partial<ImagePlan> = {}): ImagePlan => ({
  kind: 'image',
  format: 'jpeg',
  width: 320,
  height: 400,
  fit: 'none',
  maxBytes: 8_000_000,
  ...change,
});

/** Draws a picture of one colour, in the format in which we store pictures. */
async function stored(width: number, height: number, background = '#d01818'): Promise<Buffer> {
  const drawn = sharp({ create: { width, height, channels: 3, background } });
  const provenance = { generationId: 'gen_1', synthetic: 'algorithmic' } as const;
  return (await toDeliverable(await drawn.png().toBuffer(), provenance)).image;
}

/** Draws noise, which no encoder can compress. */
function noise(width: number, height: number): Promise<Buffer> {
  const noisy = { type: 'gaussian', mean: 128, sigma: 90 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'grey', noise: noisy } })
    .png()
    .toBuffer();
}

async function pixelAt(picture: Buffer, left: number, top: number): Promise<readonly number[]> {
  const one = sharp(picture).extract({ left, top, width: 1, height: 1 });
  return [...(await one.raw().toBuffer())];
}

describe('makePicture', () => {
  it('makes a baseline sRGB JPEG of the planned size, without alpha', async () => {
    const made = await makePicture(await stored(640, 800), plan(), signal);
    expect(made.contentType).to.equal('image/jpeg');
    expect(made.bytes.subarray(0, 3).toString('hex')).to.equal('ffd8ff');
    expect(await sharp(made.bytes).metadata()).to.include({
      format: 'jpeg',
      width: 320,
      height: 400,
      space: 'srgb',
      channels: 3,
      hasAlpha: false,
      isProgressive: false,
    });
  });

  it('keeps only the generated-media label from the metadata', async () => {
    const camera = { IFD0: { Copyright: 'a secret' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
    const source = await sharp(await stored(640, 800))
      .keepXmp()
      .withExif(camera)
      .webp()
      .toBuffer();
    for (const fit of ['none', 'pad'] as const) {
      const { bytes } = await makePicture(source, plan({ fit, width: 400 }), signal);
      const { xmpAsString, exif, icc, iptc } = await sharp(bytes).metadata();
      expect(xmpAsString).to.include('digitalsourcetype/algorithmicMedia<');
      expect(xmpAsString).to.include('<dc:identifier>gen_1<');
      expect([exif, icc, iptc]).to.deep.equal([undefined, undefined, undefined]);
    }
  });

  it('does not add a label if the source has none', async () => {
    const { bytes } = await makePicture(await noise(64, 80), plan(), signal);
    expect((await sharp(bytes).metadata()).xmp).to.equal(undefined);
  });

  for (const [shape, width, height, left, top] of [
    ['tall', 200, 800, 10, 200],
    ['wide', 800, 200, 160, 10],
  ] as const) {
    it(`shows the whole ${shape} picture, with edges in darker shades of its colours`, async () => {
      const source = await stored(width, height);
      const { bytes } = await makePicture(source, plan({ fit: 'pad' }), signal);
      expect(await sharp(bytes).metadata()).to.include({ width: 320, height: 400 });
      const [red = 0, ...others] = await pixelAt(bytes, 160, 200);
      const [edgeRed = 0, ...edgeOthers] = await pixelAt(bytes, left, top);
      expect(red, 'unchanged in the middle').to.be.within(200, 216);
      expect(edgeRed, 'darker').to.be.within(120, 195);
      expect(Math.max(...others, ...edgeOthers), 'and red').to.be.below(60);
    });
  }

  it('renders transparency as white', async () => {
    const clear = sharp({ create: { width: 64, height: 80, channels: 4, background: '#0000' } });
    const { bytes } = await makePicture(await clear.png().toBuffer(), plan(), signal);
    expect(Math.min(...(await pixelAt(bytes, 100, 100)))).to.be.above(250);
  });

  it('converts other colour spaces to sRGB', async () => {
    const cmyk = await sharp(await stored(64, 80))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    const { bytes } = await makePicture(cmyk, plan(), signal);
    expect(await sharp(bytes).metadata()).to.include({ space: 'srgb', channels: 3 });
    const grey = await sharp(await stored(64, 80))
      .greyscale()
      .webp()
      .toBuffer();
    expect(
      (await sharp((await makePicture(grey, plan(), signal)).bytes).metadata()).channels,
    ).to.equal(3);
  });

  it('lowers the quality, but not the size, until the file is small enough', async () => {
    const source = await noise(1_000, 1_000);
    const at = async (maxBytes: number) =>
      (await makePicture(source, plan({ width: 1_000, height: 1_000, maxBytes }), signal)).bytes;
    const full = await at(8_000_000);
    const smaller = await at(Math.floor(full.length * 0.6));
    expect(smaller.length).to.be.at.most(full.length * 0.6);
    expect(await sharp(smaller).metadata()).to.include({ width: 1_000, height: 1_000 });
    const failure = await failureOf(at(10_000));
    expect(failure).to.be.instanceOf(RenditionImpossible);
    expect(failure.message).to.equal('The picture cannot be made small enough.');
  });

  it('produces the same bytes each time', async () => {
    const source = await stored(200, 800);
    const [one, other] = [
      await makePicture(source, plan({ fit: 'pad' }), signal),
      await makePicture(source, plan({ fit: 'pad' }), signal),
    ];
    expect(one.bytes.equals(other.bytes)).to.equal(true);
  });

  it('rejects a file that is truncated or not a picture', async () => {
    const cut = (await stored(640, 800, '#123456')).subarray(0, 200);
    for (const bytes of [Buffer.from('no picture'), cut]) {
      const failure = await failureOf(makePicture(bytes, plan(), signal));
      expect(failure).to.be.instanceOf(RenditionImpossible);
    }
  });

  it('rejects with the abort reason when aborted', async () => {
    const ended = AbortSignal.abort(new Error('enough'));
    const failure = await failureOf(makePicture(await stored(64, 80), plan(), ended));
    expect(failure.message).to.equal('enough');
  });
});
