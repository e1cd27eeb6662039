import { expect } from 'chai';
import sharp from 'sharp';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { normalisePhoto } from '../../../adapters/media/inspection/normalise.js';
import { blackPng } from './made.js';
import { fixture, picture } from './samples.js';

const GPS = { IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } };

const reasonOf = (bytes: Buffer): Promise<unknown> =>
  normalisePhoto(bytes).then(
    () => 'accepted',
    (error: unknown) => (error instanceof MediaRefused ? error.reason : error),
  );

describe('normalisePhoto', () => {
  for (const format of ['jpeg', 'webp'] as const) {
    it(`converts every picture type to ${format}`, async () => {
      const sources = await Promise.all(
        (['png', 'jpeg', 'webp', 'gif'] as const).map((from) =>
          picture().toFormat(from).toBuffer(),
        ),
      );
      for (const bytes of [...sources, fixture('still.heic')]) {
        const made = await sharp(await normalisePhoto(bytes, format)).metadata();
        expect(made.format).to.equal(format);
      }
    });
  }

  it('rotates a photo upright and removes its metadata', async () => {
    const photo = picture(400, 200).withExif(GPS).withMetadata({ orientation: 6 }).jpeg();
    const made = await normalisePhoto(await photo.toBuffer());
    const { width, height, exif, orientation, xmp } = await sharp(made).metadata();
    expect({ width, height }).to.deep.equal({ width: 200, height: 400 });
    expect([exif, orientation, xmp]).to.deep.equal([undefined, undefined, undefined]);
  });

  it("preserves a HEIC photo's colours", async () => {
    const { data } = await sharp(await normalisePhoto(fixture('still.heic')))
      .raw()
      .toBuffer({ resolveWithObject: true });
    // Teal: 0, 128, 128.
    expect(data[0]).to.be.below(16);
    expect(data[1]).to.be.within(112, 144);
    expect(data[2]).to.be.within(112, 144);
  });

  it('limits the longer side to 4096 px, and never enlarges a photo', async () => {
    const large = await sharp(await normalisePhoto(blackPng(5000))).metadata();
    expect(large).to.include({ width: 4096, height: 4096 });
    const small = await sharp(
      await normalisePhoto(await picture(160, 120).png().toBuffer()),
    ).metadata();
    expect(small).to.include({ width: 160, height: 120 });
  });

  it('keeps transparency in WebP, and renders it as white in JPEG', async () => {
    const clear = await sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    expect((await sharp(await normalisePhoto(clear, 'webp')).metadata()).hasAlpha).to.be.true;
    expect(
      (
        await sharp(await normalisePhoto(clear, 'jpeg'))
          .raw()
          .toBuffer()
      )[0],
    ).to.equal(255);
  });

  it('rejects a file that is not a picture, exceeds 50 megapixels, or is truncated', async () => {
    expect(await reasonOf(Buffer.from('<svg width="8" height="8"/>'))).to.equal('unsupported');
    expect(await reasonOf(fixture('clip.mp4'))).to.equal('unsupported');
    expect(await reasonOf(blackPng(8000))).to.equal('too_many_pixels');
    const jpeg = await picture().jpeg().toBuffer();
    expect(await reasonOf(jpeg.subarray(0, jpeg.length >> 1))).to.equal('undecodable');
  });
});
