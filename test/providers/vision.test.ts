import { expect } from 'chai';
import sharp from 'sharp';
import { measure } from '../../packages/studio/analysis/measure.js';
import { nameColour } from '../../packages/studio/analysis/names.js';
import { drawPortrait } from '../../packages/studio/portraits/draw.js';
import { LOOKS } from '../../packages/studio/portraits/looks.js';
import { createLocalVision } from '../../adapters/providers/local/vision.js';
import type { PresetId } from '../../domain/catalogue/presets.js';
import type { Subject } from '../../domain/ports/vision.js';
import { jobOf, patches, render } from '../studio/pictures.js';
import { failureOf, providerFailureOf } from '../support/failure.js';

const vision = createLocalVision();
const { signal } = new AbortController();
const look = (bytes: Buffer) => measure(bytes, signal);
const describeImages = async (subject: Subject, ...images: Buffer[]) =>
  (await vision.describe(subject, images, signal)).text;

/** Draws the portrait of a preset at thumbnail size. */
const portrait = (id: PresetId): Promise<Buffer> =>
  sharp(Buffer.from(drawPortrait(LOOKS[id])), { density: 36 })
    .png()
    .toBuffer();

/** Computes the distance between two `#rrggbb` colours in red, green and blue. */
const apart = (one: string, other: string): number => {
  const [a, b] = [one, other].map((colour) => Buffer.from(colour.slice(1), 'hex'));
  return Math.hypot(...[0, 1, 2].map((at) => (a?.[at] ?? 0) - (b?.[at] ?? 0)));
};

describe('the local vision model', () => {
  it("returns a picture's size and orientation", async () => {
    const rows = [
      [[600, 400], 'landscape'],
      [[400, 600], 'portrait'],
      [[500, 505], 'square'],
      [[30, 20], 'landscape'],
    ] as const;
    for (const [[width, height], orientation] of rows) {
      const seen = await look(await patches([width, height], '#888888'));
      expect(seen).to.include({ width, height, orientation });
    }
  });

  it('rotates a picture upright first', async () => {
    const bytes = await sharp(await patches([600, 400], '#101010', [[0.8, 0.4, 0.15, 0.2, '#fff']]))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const seen = await look(bytes);
    expect(seen).to.include({ width: 400, height: 600, orientation: 'portrait' });
    // A quarter turn clockwise moves the right edge to the bottom.
    expect(seen.subjectBox.y).to.be.above(0.7);
  });

  it('lists up to five main colours by frequency', async () => {
    const seen = await look(
      await patches([400, 400], '#1b4fa0', [
        [0, 0.6, 1, 0.4, '#e0c080'],
        [0.1, 0.7, 0.3, 0.25, '#c02020'],
      ]),
    );
    const [first, second, third] = seen.palette;
    expect(apart(first!, '#1b4fa0')).to.be.below(12);
    expect(apart(second!, '#e0c080')).to.be.below(12);
    expect(apart(third!, '#c02020')).to.be.below(30);
    const busy = await look(await render(jobOf('aurora over a city, cherry blossom')));
    expect(busy.palette.length).to.be.within(2, 5);
    for (const colour of busy.palette) expect(colour).to.match(/^#[0-9a-f]{6}$/);
  });

  it("returns a picture's brightness", async () => {
    const brightness = async (ground: string, half?: string) =>
      (await look(await patches([300, 200], ground, half ? [[0, 0, 0.5, 1, half]] : [])))
        .brightness;
    expect(await brightness('#101020')).to.equal('dark');
    expect(await brightness('#808080')).to.equal('medium');
    expect(await brightness('#f0f0e8')).to.equal('bright');
    expect(await brightness('#000000', '#ffffff')).to.equal('medium');
  });

  it('finds a bright square and its own colours', async () => {
    const bytes = await patches([600, 400], '#202830', [[0.1, 0.15, 0.2, 0.3, '#f4e8d0']]);
    const { subjectBox, subjectPalette } = await look(bytes);
    const edges = { x: 0.1, y: 0.15, w: 0.2, h: 0.3 };
    for (const side of ['x', 'y', 'w', 'h'] as const) {
      expect(subjectBox[side], side).to.be.closeTo(edges[side], 0.04);
    }
    expect(apart(subjectPalette[0]!, '#f4e8d0')).to.be.below(12);
    expect(await describeImages('scene', bytes)).to.include('the eye is drawn to the upper left');
  });

  it('does not report a subject in a plain picture', async () => {
    for (const bytes of [
      await patches([300, 300], '#3366aa'),
      await patches([300, 300], '#000000', [[0, 0, 0.5, 1, '#ffffff']]),
    ]) {
      const { subjectBox, subjectPalette, palette } = await look(bytes);
      expect(subjectBox).to.deep.equal({ x: 0, y: 0, w: 1, h: 1 });
      expect(subjectPalette[0]).to.equal(palette[0]);
      expect(await describeImages('scene', bytes)).to.include('nothing stands out');
      expect(await describeImages('product', bytes)).to.include(
        palette.length === 1 ? 'no item stands out' : 'the item fills the picture',
      );
    }
  });

  it('describes each kind of subject in its own sentence, and never names an object', async () => {
    const bytes = await patches([400, 600], '#123a86', [[0.35, 0.35, 0.3, 0.3, '#dcc7a0']]);
    expect(await describeImages('scene', bytes)).to.equal(
      'A portrait picture, mostly navy and beige, dark; the eye is drawn to the centre.',
    );
    expect(await describeImages('character', bytes)).to.equal(
      'A portrait picture, mostly navy and beige, dark; no face can be made out in it.',
    );
    expect(await describeImages('product', bytes)).to.equal(
      'A portrait photo of one item: what stands out is in the centre and mostly beige; the picture is dark.',
    );
    for (const subject of ['scene', 'character', 'product'] as const) {
      expect((await vision.describe(subject, [bytes], signal)).type).to.equal(null);
    }
  });

  it('describes the clearest of several pictures, and reports how many there are', async () => {
    const [one, other] = [await patches([400, 600], '#123a86'), await patches([600, 400], '#fff')];
    expect(
      await describeImages(
        'product',
        await patches([400, 600], '#123a86', [[0.2, 0.2, 0.6, 0.6, '#d7263d']]),
        other,
        other,
      ),
    )
      .to.include('portrait photo of one item (the clearest of 3)')
      .and.include('red')
      .and.not.include('white');
    expect(await describeImages('character', one, other)).to.include('no face in any of the 2');
    expect(await describeImages('character', one, await portrait('base_leo'))).to.include(
      'photo of one person (the clearest of 2)',
    );
  });

  describe('person detection', () => {
    for (const id of Object.keys(LOOKS) as PresetId[]) {
      it(`finds the person in the portrait ${id}`, async () => {
        expect(await describeImages('character', await portrait(id))).to.include(
          'photo of one person',
        );
      });
    }

    for (const prompt of [
      'portrait of a woman with a hat',
      'portrait of a girl',
      'portrait of an old man, blue',
      'portrait of a boy in snow',
      'face of a woman, forest',
      'selfie at night',
    ]) {
      it(`finds the person in the drawn "${prompt}"`, async () => {
        const drawn = await render(jobOf(prompt, { ratio: '3:4' }));
        expect(await describeImages('character', drawn)).to.include('photo of one person');
      });
    }

    it('does not find a person in a plain blue square, and describes its colour', async () => {
      const blue = await patches([400, 400], '#2a6fdb');
      expect(await describeImages('character', blue)).to.equal(
        'A plain square picture, mostly blue, of medium brightness; no face can be made out in it.',
      );
      expect(await describeImages('product', blue)).to.equal(
        'A plain square picture, mostly blue; no item stands out.',
      );
    });

    const noise = { type: 'gaussian', mean: 150, sigma: 50 } as const;
    const svg = (content: string) =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600">${content}</svg>`,
        ),
      )
        .flatten({ background: '#fff' })
        .png()
        .toBuffer();
    const others: readonly (readonly [string, () => Promise<Buffer>])[] = [
      [
        'noise',
        () =>
          sharp({ create: { width: 300, height: 300, channels: 3, background: '#c96', noise } })
            .png()
            .toBuffer(),
      ],
      [
        'a gradient of skin colours',
        () =>
          svg(
            '<defs><linearGradient id="g"><stop stop-color="#f2c9a5"/><stop offset="1" stop-color="#6f4630"/></linearGradient></defs><rect width="600" height="600" fill="url(#g)"/>',
          ),
      ],
      ['a disc in a skin colour', () => svg('<circle cx="300" cy="300" r="200" fill="#e0a878"/>')],
      [
        'lines of text',
        () =>
          svg(
            Array.from(
              { length: 20 },
              (_, at) =>
                `<rect x="${40 + (at % 3) * 7}" y="${20 + at * 28}" width="${480 - (at % 4) * 60}" height="10" fill="#222"/>`,
            ).join(''),
          ),
      ],
      ['a plain skin colour', () => patches([300, 400], '#e8b48c')],
    ];
    for (const [name, made] of others) {
      it(`does not find a person in ${name}`, async () => {
        expect(await describeImages('character', await made())).not.to.include('person');
      });
    }

    it('does not find a person in landscapes and things drawn in skin colours', async () => {
      for (const prompt of [
        'desert at sunset',
        'beach, orange',
        'mountains at dawn',
        'a lighthouse',
        'a bowl of noodles',
        'canyon',
        'a castle at sunset',
        'perfume bottle, peach',
      ]) {
        expect(
          await describeImages('character', await render(jobOf(prompt))),
          prompt,
        ).not.to.include('person');
      }
    });
  });

  it('names colours in plain words', () => {
    const names = ['#ffffff', '#000000', '#808080', '#d7263d', '#2a6fdb', '#f582ae'].map(
      nameColour,
    );
    expect(names).to.deep.equal(['white', 'black', 'grey', 'red', 'blue', 'pink']);
  });

  it('accepts a grey or transparent picture', async () => {
    const grey = await sharp(await patches([200, 100], '#777777'))
      .toColourspace('b-w')
      .png()
      .toBuffer();
    expect((await look(grey)).palette).to.have.length(1);
    const clear = await sharp({
      create: { width: 80, height: 80, channels: 4, background: '#ff000000' },
    })
      .png()
      .toBuffer();
    expect((await look(clear)).brightness).to.equal('bright');
  });

  it('rejects a file that is not a picture, and rejects with the abort reason when aborted', async () => {
    const failure = await providerFailureOf(describeImages('scene', Buffer.from('nothing')));
    expect(failure).to.include({ kind: 'rejected', status: 400 });
    const photos = [await patches([50, 50], '#123456')];
    const draining = AbortSignal.abort(new Error('draining'));
    const stopped = await failureOf(vision.describe('scene', photos, draining));
    expect(stopped).to.have.property('message', 'draining');
  });
});
