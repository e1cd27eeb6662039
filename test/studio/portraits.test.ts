import { expect } from 'chai';
import sharp, { type Region } from 'sharp';
import { createLocalPortraits } from '../../adapters/providers/local/portraits.js';
import { toLab } from '../../packages/studio/picture/colour.js';
import {
  CUSTOMISABLE_BASES,
  CUSTOMISATION,
  READY_PORTRAITS,
  type Customization,
} from '../../domain/catalogue/presets.js';

const WHOLE: Region = { left: 0, top: 0, width: 1024, height: 1280 };
/** Head and hair of a person, without the background and the clothes. */
const HEAD: Region = { left: 300, top: 200, width: 424, height: 580 };
const EYES: Region = { left: 370, top: 470, width: 284, height: 130 };
/** A line across the upper arms. Even the widest body leaves some of the wall visible on it. */
const ARMS: Region = { left: 0, top: 930, width: 512, height: 8 };

/** An obvious difference between two colours, as a distance in OKLab. */
const SEEN = 0.06;
/** Minimum difference between two people, as the mean distance in OKLab over the head. */
const APART = 0.05;

type Lab = readonly [number, number, number];

const studio = createLocalPortraits();

/** Reads a region of the picture as a grid of colours, each the mean of a square of `px` pixels. */
async function grid(picture: Buffer, { width, height, ...at }: Region, px: number): Promise<Lab[]> {
  const part = await sharp(picture)
    .extract({ width, height, ...at })
    .png()
    .toBuffer();
  const { data } = await sharp(part)
    .resize(Math.ceil(width / px), Math.ceil(height / px), { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: data.length / 3 }, (_, cell) =>
    toLab(`#${data.subarray(3 * cell, 3 * cell + 3).toString('hex')}`),
  );
}

const distances = (one: readonly Lab[], other: readonly Lab[]): number[] =>
  one.map((lab, at) => Math.hypot(...lab.map((value, axis) => value - (other[at]?.[axis] ?? 0))));

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const drawn = new Map<string, Promise<Buffer>>();

/** Draws a picture once for all tests of this file. */
function draw(id: string, choice: Customization | null): Promise<Buffer> {
  const what = JSON.stringify([id, choice]);
  const picture = drawn.get(what) ?? studio.draw(id, choice);
  drawn.set(what, picture);
  return picture;
}

describe('portraits by the local renderer', () => {
  const ids = [...READY_PORTRAITS, ...CUSTOMISABLE_BASES].map(({ base_id }) => base_id);
  const pictures = new Map<string, Buffer>();

  before(async () => {
    for (const id of ids) pictures.set(id, await draw(id, null));
  });

  it('are opaque WebP of 1024 by 1280 pixels, small enough for a page', async () => {
    for (const [id, picture] of pictures) {
      const { format, width, height, hasAlpha } = await sharp(picture).metadata();
      expect({ format, width, height, hasAlpha }, id).to.deep.equal({
        format: 'webp',
        width: 1024,
        height: 1280,
        hasAlpha: false,
      });
      expect(picture.length, id).to.be.within(20_000, 300_000);
    }
  });

  it('have the same bytes each time, even with explicit defaults', async () => {
    const [ready] = READY_PORTRAITS;
    const [base] = CUSTOMISABLE_BASES;
    if (!ready || !base) throw new Error('the catalogue is empty');
    const again = await studio.draw(ready.base_id, base.defaults);
    expect(again.equals(pictures.get(ready.base_id) ?? again.subarray(1))).to.equal(true);
    const defaults = await studio.draw(base.base_id, base.defaults);
    expect(defaults.equals(pictures.get(base.base_id) ?? again)).to.equal(true);
  });

  it('show clearly different people', async () => {
    const heads = await Promise.all(
      [...pictures].map(async ([id, picture]) => ({ id, head: await grid(picture, HEAD, 16) })),
    );
    for (const [at, one] of heads.entries()) {
      for (const other of heads.slice(at + 1)) {
        const apart = mean(distances(one.head, other.head));
        expect(apart, `${one.id} and ${other.id}`).to.be.above(APART);
      }
    }
  });

  it('are drawn one at a time, so that other work of the process gets threads', async () => {
    // Counts the tasks of the whole process, including tasks of terminated threads.
    const atRest = sharp.counters().process;
    let done = false;
    const drawing = Promise.all(ids.slice(0, 3).map((id) => studio.draw(id, null)));
    expect(studio.waiting, 'requested portraits that are not drawn yet').to.equal(3);
    void drawing.finally(() => (done = true));
    let concurrent = 0;
    while (!done) {
      concurrent = Math.max(concurrent, sharp.counters().process - atRest);
      await new Promise(setImmediate);
    }
    expect(concurrent).to.equal(1);
    expect(studio.waiting).to.equal(0);
  });

  it('throw a RangeError for an id that is not in the catalogue', async () => {
    for (const id of ['ready_nobody', '', '__proto__']) {
      const failure = await studio.draw(id, null).catch((error: unknown) => error);
      expect(failure, id).to.be.instanceOf(RangeError);
    }
  });
});

/**
 * Region in which a choice must be visible, and the minimum share of the region that it must
 * change.
 */
const SHOWN: Readonly<Record<keyof Customization, { where: Region; share: number }>> = {
  skin_tone: { where: HEAD, share: 0.15 },
  hair_color: { where: HEAD, share: 0.08 },
  eye_color: { where: EYES, share: 0.015 },
  body_type: { where: WHOLE, share: 0.02 },
  age_range: { where: HEAD, share: 0.015 },
};

describe('customised portraits', () => {
  // A woman, and a man with a beard.
  const bases = CUSTOMISABLE_BASES.filter(({ base_id }) => /clara|theo/.test(base_id));

  for (const { base_id: id, defaults } of bases) {
    for (const [name, values] of Object.entries(CUSTOMISATION)) {
      const option = name as keyof Customization;
      const { where, share } = SHOWN[option];
      it(`show every ${option}: ${id}`, async () => {
        const seenAs: Lab[][] = [];
        for (const value of values) {
          const picture = await draw(id, { ...defaults, [option]: value });
          seenAs.push(await grid(picture, where, 4));
        }
        for (const [at, one] of seenAs.entries()) {
          for (const [further, other] of seenAs.slice(at + 1).entries()) {
            const all = distances(one, other);
            const seen = all.filter((distance) => distance > SEEN).length / all.length;
            const pair = `${values[at]} and ${values[at + 1 + further]}`;
            expect(seen, pair).to.be.above(share);
          }
        }
      });
    }

    it(`change only the eyes for another eye colour: ${id}`, async () => {
      const pictures = await Promise.all(
        ['brown', 'blue'].map((colour) =>
          draw(id, { ...defaults, eye_color: colour as Customization['eye_color'] }),
        ),
      );
      const [brown = [], blue = []] = await Promise.all(
        pictures.map((picture) => grid(picture, WHOLE, 8)),
      );
      const changed = distances(brown, blue).flatMap((distance, at) => {
        return distance > SEEN ? [{ x: 8 * (at % 128), y: 8 * Math.floor(at / 128) }] : [];
      });
      expect(changed).to.have.length.above(4);
      for (const { x, y } of changed) {
        expect(x).to.be.within(EYES.left, EYES.left + EYES.width);
        expect(y).to.be.within(EYES.top, EYES.top + EYES.height);
      }
    });

    it(`become wider from a slim to an average to an athletic body: ${id}`, async () => {
      const widths: number[] = [];
      for (const body of CUSTOMISATION.body_type) {
        const line = await grid(await draw(id, { ...defaults, body_type: body }), ARMS, 8);
        // The wall changes gradually from left to right, so the only hard edge is its end.
        const steps = distances(line.slice(0, -1), line.slice(1));
        const edge = steps.findIndex((step) => step > SEEN);
        expect(edge, `edge of the ${body} body`).to.be.above(0);
        widths.push(line.length - edge);
      }
      const [slim = 0, average = 0, athletic = 0] = widths;
      expect(average - slim, widths.join()).to.be.at.least(4);
      expect(athletic - average, widths.join()).to.be.at.least(4);
    });
  }
});
