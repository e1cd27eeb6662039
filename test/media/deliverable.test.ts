import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { toDeliverable, UndecodableImage } from '../../adapters/media/deliverable.js';
import { failureOf } from '../support/failure.js';

const PROVENANCE = { generationId: 'gen_1<&"', synthetic: 'algorithmic' } as const;

/** A picture with detail in it, 1264 x 848. */
function source(): Sharp {
  const pixels = Buffer.alloc(1264 * 848 * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7 + (at >> 9)) & 255;
  return sharp(pixels, { raw: { width: 1264, height: 848, channels: 3 } });
}

/** A pixel, in sRGB with alpha. */
async function pixelOf(bytes: Buffer): Promise<readonly number[]> {
  const part = { left: 100, top: 100, width: 1, height: 1 };
  const picture = sharp(bytes).toColourspace('srgb').ensureAlpha();
  return [...(await picture.extract(part).raw().toBuffer())];
}

describe('toDeliverable', () => {
  for (const format of ['png', 'jpeg', 'webp', 'gif', 'tiff'] as const) {
    it(`converts ${format} to WebP of the same size with a thumbnail within 400 px`, async () => {
      const made = await toDeliverable(await source().toFormat(format).toBuffer(), PROVENANCE);
      const image = await sharp(made.image).metadata();
      const thumbnail = await sharp(made.thumbnail).metadata();
      expect(image).to.include({ format: 'webp', width: 1264, height: 848 });
      expect(thumbnail).to.include({ format: 'webp', width: 400, height: 268 });
      expect(made).to.include({ width: 1264, height: 848 });
    });
  }

  const kinds: Record<string, (picture: Sharp) => Sharp> = {
    '16 bits a channel': (picture) => picture.toColourspace('rgb16').png(),
    greyscale: (picture) => picture.greyscale().toColourspace('b-w').png(),
    'greyscale and transparency': (picture) =>
      picture.greyscale().toColourspace('b-w').ensureAlpha(0.5).png(),
    transparency: (picture) => picture.ensureAlpha(0.5).png(),
    CMYK: (picture) => picture.toColourspace('cmyk').jpeg({ quality: 100 }),
    'a wide gamut': (picture) => picture.withIccProfile('p3').png(),
  };
  for (const [kind, make] of Object.entries(kinds)) {
    it(`keeps the colours of a picture with ${kind} in both files`, async () => {
      const flat = sharp({
        create: { width: 800, height: 600, channels: 3, background: '#c86432' },
      });
      const bytes = await make(flat).toBuffer();
      const made = await toDeliverable(bytes, PROVENANCE);
      const wanted = await pixelOf(bytes);
      for (const file of [made.image, made.thumbnail]) {
        const { space, depth, hasAlpha } = await sharp(file).metadata();
        const clear = kind.endsWith('clear part');
        expect({ space, depth, hasAlpha }).to.deep.equal({
          space: 'srgb',
          depth: 'uchar',
          hasAlpha: clear,
        });
        const away = (await pixelOf(file)).map((level, at) => Math.abs(level - wanted[at]!));
        expect(Math.max(...away), String(away)).to.be.at.most(4);
      }
    });
  }

  it('does not enlarge a small picture for its thumbnail', async () => {
    const made = await toDeliverable(await source().resize(200, 100).png().toBuffer(), PROVENANCE);
    expect(await sharp(made.thumbnail).metadata()).to.include({ width: 200, height: 100 });
  });

  it('labels both files with source type, tool and generation id', async () => {
    const made = await toDeliverable(await source().png().toBuffer(), PROVENANCE);
    for (const bytes of [made.image, made.thumbnail]) {
      const { xmpAsString } = await sharp(bytes).metadata();
      expect(xmpAsString).to.include('digitalsourcetype/algorithmicMedia<');
      expect(xmpAsString).to.include('<xmp:CreatorTool>media-generation-platform<');
      expect(xmpAsString).to.include('<dc:identifier>gen_1&#60;&#38;&#34;<');
    }
  });

  it("labels a model's output as trained", async () => {
    const made = await toDeliverable(await source().png().toBuffer(), {
      generationId: 'gen_2',
      synthetic: 'trained',
    });
    const { xmpAsString } = await sharp(made.image).metadata();
    expect(xmpAsString).to.include('digitalsourcetype/trainedAlgorithmicMedia<');
  });

  it('removes the metadata of the source and turns it upright', async () => {
    const exif = { IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } };
    const bytes = await source().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const made = await toDeliverable(bytes, PROVENANCE);
    const { exif: left, orientation } = await sharp(made.image).metadata();
    expect({ left, orientation }).to.deep.equal({ left: undefined, orientation: undefined });
    expect(made).to.include({ width: 848, height: 1264 });
  });

  const png = () => source().png().toBuffer();
  const junk: Record<string, () => Promise<Buffer>> = {
    'an empty body': async () => Buffer.alloc(0),
    'an HTML page': async () => Buffer.from('<html><body>502</body></html>'),
    'a truncated picture': async () => (await png()).subarray(0, 20_000),
    'more than 60 megapixels': () =>
      sharp({ create: { width: 8000, height: 7600, channels: 3, background: '#123456' } })
        .png({ compressionLevel: 1 })
        .toBuffer(),
  };
  for (const [what, make] of Object.entries(junk)) {
    it(`refuses ${what} as UndecodableImage`, async () => {
      const outcome = toDeliverable(await make(), PROVENANCE);
      expect(await failureOf(outcome)).to.be.instanceOf(UndecodableImage);
    });
  }
});
