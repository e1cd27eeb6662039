import { expect } from 'chai';
import sharp from 'sharp';
import { ProviderFailure } from '../../domain/ports/provider.js';
import type { JobInputs } from '../../domain/ports/provider-job.js';
import {
  IMAGE_RESOLUTIONS,
  computeImageSize,
  type ImageAspectRatio,
} from '../../domain/catalogue/image-model.js';
import {
  beach,
  jobOf,
  likeness,
  meanColour,
  media,
  NO_INPUTS,
  patches,
  render,
  tagged,
} from './pictures.js';

const LEFT = [0, 0, 1 / 3, 1] as const;
const RIGHT = [2 / 3, 0, 1 / 3, 1] as const;
const BOTTOM = [0, 0.75, 1, 0.25] as const;
const MAGENTA = '#ff00ff';

/** Measures by how much red and blue exceed green in a region. */
async function magenta(
  bytes: Buffer,
  region: readonly [number, number, number, number],
): Promise<number> {
  const [red, green, blue] = await meanColour(bytes, region);
  return (red + blue) / 2 - green;
}

const light = ([red, green, blue]: readonly [number, number, number]): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;

describe('the local renderer with pictures', () => {
  let scene: Buffer;
  let flat: Buffer;
  let grey: Buffer;
  let face: Buffer;
  let all: JobInputs;

  before(async () => {
    scene = await beach();
    flat = await patches([400, 400], MAGENTA);
    grey = await patches([400, 400], '#808080');
    face = await patches([300, 400], '#e8b48c');
    const references = tagged(flat, '@a', '@b', '@c', '@d', '@e', '@f');
    all = { scene: media(scene), characters: [media(face)], products: [], references };
  });

  it('draws the exact size with all inputs together, in every resolution', async () => {
    for (const resolution of IMAGE_RESOLUTIONS) {
      for (const ratio of ['9:16', '21:9'] as const satisfies readonly ImageAspectRatio[]) {
        const bytes = await render(jobOf('a fox and @a', { inputs: all, ratio, resolution }));
        const { width, height, channels } = await sharp(bytes).metadata();
        const expected = { ...computeImageSize(ratio, resolution), channels: 3 };
        expect({ width, height, channels }, ratio).to.deep.equal(expected);
      }
    }
  });

  it('draws the same bytes for the same request and pictures', async () => {
    for (const edit of [false, true]) {
      const request = jobOf('a fox in snow and @b', { inputs: all, edit });
      const [first, again] = await Promise.all([render(request), render(request)]);
      expect(first.equals(again)).to.equal(true);
    }
  });

  describe('references in a picture', () => {
    const withReferences = (prompt: string, ...tags: readonly string[]) =>
      render(jobOf(prompt, { inputs: { references: tagged(flat, ...tags) } }));

    const places = [
      ['@a on the left', LEFT, RIGHT],
      ['@a on the right', RIGHT, LEFT],
      ['@a at the bottom', BOTTOM, [0, 0, 1, 0.25]],
      ['@a at the top', [0, 0, 1, 0.25], BOTTOM],
    ] as const;
    for (const [words, here, there] of places) {
      it(`appear for "${words}" there and nowhere else`, async () => {
        const [pink, plain] = await Promise.all(
          [flat, grey].map((picture) =>
            render(
              jobOf(`a fox in a meadow ${words}`, {
                inputs: { references: tagged(picture, '@a') },
              }),
            ),
          ),
        );
        const gain = async (region: readonly [number, number, number, number]) =>
          (await magenta(pink!, region)) - (await magenta(plain!, region));
        expect(await gain(here)).to.be.above((await gain(there)) + 15);
      });
    }

    it('appear at the bottom edge if the prompt does not mention them', async () => {
      const bytes = await withReferences('a fox in a meadow', '@a', '@b', '@c');
      expect(await magenta(bytes, BOTTOM)).to.be.above(
        (await magenta(bytes, [0, 0.3, 1, 0.3])) + 15,
      );
    });

    it('keep their colours', async () => {
      const bytes = await withReferences('@a', '@a');
      const [red, green, blue] = await meanColour(bytes, [0.45, 0.4, 0.1, 0.2]);
      expect(red).to.be.above(250);
      expect(green).to.be.below(5);
      expect(blue).to.be.above(250);
    });

    it('do not add the words of their tags to the prompt, so that @fox draws no fox', async () => {
      const [fox, plain] = await Promise.all(
        ['@fox', '@ref1'].map((tag) => withReferences(`${tag} by the sea`, tag)),
      );
      expect(fox!.equals(plain!)).to.equal(true);
    });

    it('become the backdrop if placed in the background', async () => {
      const inputs = { references: tagged(scene, '@bg') };
      const bytes = await render(jobOf('@bg as the background', { inputs }));
      // The drawn ground begins below these rows.
      expect(await likeness(bytes, scene, 26)).to.be.above(0.85);
    });
  });

  describe('a face in a picture', () => {
    it('fills the middle if the prompt contains nothing else to draw', async () => {
      const inputs = { characters: [media(face)] };
      for (const ratio of ['16:9', '9:16'] as const) {
        const bytes = await render(jobOf('portrait of a woman', { inputs, ratio }));
        const mean = await meanColour(bytes, [0.46, 0.4, 0.08, 0.12]);
        for (const [at, value] of [0xe8, 0xb4, 0x8c].entries()) {
          expect(mean[at], ratio).to.be.closeTo(value, 6);
        }
      }
    });

    it('is drawn upright', async () => {
      const upright = await patches([300, 400], '#204060', [[0, 0, 1, 0.5, '#f0d0b0']]);
      // The file is rotated and has an orientation tag.
      const lying = await sharp(upright).rotate(270).withMetadata({ orientation: 6 }).toBuffer();
      const bytes = await render(jobOf('', { inputs: { characters: [media(lying)] } }));
      const upper = light(await meanColour(bytes, [0.46, 0.25, 0.08, 0.1]));
      const lower = light(await meanColour(bytes, [0.46, 0.65, 0.08, 0.1]));
      expect(upper).to.be.above(lower + 80);
    });

    it('is drawn left and right of another subject, which gets the middle', async () => {
      const blue = await patches([300, 400], '#0000ff');
      const bytes = await render(
        jobOf('a fox in a meadow', { inputs: { characters: [media(blue)] } }),
      );
      const excess = async (region: readonly [number, number, number, number]) => {
        const [red, , more] = await meanColour(bytes, region);
        return more - red;
      };
      const [left, middle, right] = await Promise.all([
        excess([0.24, 0.28, 0.06, 0.08]),
        excess([0.46, 0.28, 0.06, 0.08]),
        excess([0.7, 0.28, 0.06, 0.08]),
      ]);
      expect(Math.max(left, right)).to.be.above(240);
      expect(middle).to.be.below(150);
    });
  });

  describe('a scene image', () => {
    const drawn = async (prompt: string, picture: Buffer, edit = false) =>
      render(jobOf(prompt, { inputs: { scene: media(picture) }, edit }));

    it('is blurred and sets the composition, unless the request is an edit', async () => {
      const bytes = await drawn('blorp', scene);
      // The drawn ground begins below these rows.
      expect(await likeness(bytes, scene, 26)).to.be.above(0.85);
      const edges = async (picture: Buffer) => (await sharp(picture).stats()).sharpness;
      expect(await edges(bytes)).to.be.below(0.8 * (await edges(scene)));
    });

    it('influences the colours of objects drawn in front of it', async () => {
      const ground = [0.05, 0.95, 0.2, 0.04] as const;
      const [warm, cold] = await Promise.all(
        ['#c86428', '#2864c8'].map(async (colour) =>
          meanColour(await drawn('a fox', await patches([800, 450], colour)), ground),
        ),
      );
      expect(warm![0] - warm![2]).to.be.above(20);
      expect(cold![2] - cold![0]).to.be.above(20);
    });

    it('appears behind the drawn subject', async () => {
      const [plain, fox] = await Promise.all([drawn('blorp', scene), drawn('a red fox', scene)]);
      expect((await meanColour(fox, BOTTOM))[0]).to.be.above((await meanColour(plain, BOTTOM))[0]);
    });

    it('stays unchanged in an edit with unknown words', async () => {
      expect(await likeness(await drawn('qwertz', scene, true), scene)).to.be.above(0.98);
    });

    for (const words of ['night', 'snow', 'rain', 'sunset', 'fog', 'red', 'add a fox']) {
      it(`stays recognisable in the edit "${words}"`, async () => {
        const bytes = await drawn(words, scene, true);
        expect(await likeness(bytes, scene)).to.be.above(0.75);
        const one = await meanColour(bytes);
        const other = await meanColour(await drawn('qwertz', scene, true));
        const change = one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0);
        expect(change).to.be.above(words === 'add a fox' ? 1 : 20);
      });
    }

    it('becomes dark and blue at night', async () => {
      const day = await meanColour(scene);
      const night = await meanColour(await drawn('make it night', scene, true));
      expect(light(night)).to.be.below(0.6 * light(day));
      expect(night[2]).to.be.above(1.2 * night[0]);
    });

    it('becomes pale where snow lies', async () => {
      const meadow = await patches([800, 450], '#505a50');
      const ground = light(await meanColour(await drawn('snow', meadow, true), BOTTOM));
      const sky = light(await meanColour(await drawn('snow', meadow, true), [0, 0, 1, 0.25]));
      expect(ground).to.be.above(sky + 30);
    });

    it('is not covered by a second drawing of the same things', async () => {
      const known = await drawn('make the fox blue', scene, true);
      const plain = await drawn('make it blue', scene, true);
      const added = await drawn('add a blue fox', scene, true);
      expect(await likeness(known, plain)).to.be.above(await likeness(added, plain));
      expect(await likeness(known, plain)).to.be.above(0.99);
    });
  });

  const broken: readonly (readonly [string, (bytes: Buffer) => Partial<JobInputs>, string])[] = [
    ['scene', (bytes) => ({ scene: media(bytes) }), 'The scene image is not a readable picture.'],
    [
      'face',
      (bytes) => ({ characters: [media(bytes)] }),
      'The character image is not a readable picture.',
    ],
    [
      'reference',
      (bytes) => ({ references: tagged(bytes, '@x') }),
      'The reference image @x is not a readable picture.',
    ],
  ];
  for (const [name, inputs, message] of broken) {
    it(`rejects an unreadable ${name} instead of drawing`, async () => {
      const cut = scene.subarray(0, Math.floor(scene.length / 2));
      for (const bytes of [Buffer.from('no picture'), Buffer.alloc(0), cut]) {
        const failure: unknown = await render(
          jobOf('a fox', { inputs: { ...NO_INPUTS, ...inputs(bytes) } }),
        ).catch((error: unknown) => error);
        expect(failure).to.be.instanceOf(ProviderFailure);
        expect(failure).to.include({ kind: 'rejected', status: 400, message });
      }
    });
  }
});
