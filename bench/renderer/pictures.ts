import sharp from 'sharp';
import { DELIVERED_WEBP, toDeliverable } from '../../adapters/media/deliverable.js';
import { toProvenanceXmp } from '../../adapters/media/provenance.js';
import { computeImageSize } from '../../domain/catalogue/image-model.js';
import { renderPicture, type RenderRequest } from '@media-platform/studio';
import { toRaster } from '../../packages/studio/analysis/open.js';
import { printOnPaper } from '../../packages/studio/paper.js';
import { createFinish } from '../../packages/studio/picture/finish.js';
import { drawStage, buildStage } from '../../packages/studio/picture/picture.js';
import type { Measured } from '../suite/figure.js';
import { Stages } from './processor-time.js';

const PROMPTS = [
  'a lighthouse by the sea at dusk',
  'palm tree on a beach, day',
  'a fox in a snowy forest at night',
  'a city skyline in the rain',
  'a bowl of noodles on a table',
  'hot air balloon over mountains at sunrise',
  'portrait of a woman in autumn leaves',
  'a bicycle in a park',
  'a castle on a hill, storm',
  'a sailing boat on a lake, mist',
  'a temple among cherry petals, spring',
  'a perfume bottle, sunset',
  'a cactus in the desert at sunset',
  'a cabin in the snow under an aurora',
  'an owl at night under stars',
  'a field of flowers by day',
  'a horse on a meadow at dawn',
  'a cup of coffee',
  'a whale in the sea',
  'fireflies over a meadow at dusk',
] as const;

const PROVENANCE = { generationId: 'gen_bench', synthetic: 'algorithmic' } as const;
const THUMBNAIL_PX = 400;
/**
 * Half of the earlier 300 ms. That time was measured with the slower effort, when the SVG library still rendered
 * vignette and grain.
 */
const HALF_OF_BEFORE_MS = 150;

const WHOLE = 'whole';
const LIMIT = 'limit';

const requestOf = (prompt: string, seed: number): RenderRequest => ({
  prompt,
  aspectRatio: '16:9',
  resolution: '1K',
  ...computeImageSize('16:9', '1K'),
  edit: false,
  seed,
  inputs: { scene: null, characters: [], products: [], references: [] },
});

/** Makes the delivered files from the prompt, as the platform does. */
async function whole(request: RenderRequest): Promise<void> {
  await toDeliverable(await renderPicture(request), PROVENANCE);
}

/** Does the same work, but measures one stage after the other. @returns the pixels */
async function eachStage(stages: Stages, request: RenderRequest) {
  const stage = buildStage(request);
  const svg = await stages.run('compose the scene', () => drawStage(buildStage(request), 1));
  const drawn = await stages.run('rasterise the SVG', () => toRaster(sharp(Buffer.from(svg))));
  await stages.run('light and paper', () =>
    printOnPaper(drawn, { seed: request.seed, finish: createFinish(stage), scale: 1 }),
  );
  const open = () => sharp(drawn.data, { raw: drawn.info });
  const png = await stages.run('hand over as PNG', () =>
    open().png({ compressionLevel: 0 }).toBuffer(),
  );
  await stages.run('decode the PNG', () => sharp(png).raw().toBuffer());
  const image = await stages.run('encode as WebP', () => open().webp(DELIVERED_WEBP).toBuffer());
  await stages.run('thumbnail, from the PNG', () =>
    sharp(png)
      .resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: 'inside' })
      .webp(DELIVERED_WEBP)
      .toBuffer(),
  );
  // Encodes again, so that the difference shows the cost of adding provenance.
  await stages.run('encode as WebP, with provenance', () =>
    open().withXmp(toProvenanceXmp(PROVENANCE)).webp(DELIVERED_WEBP).toBuffer(),
  );
  return { open, bytes: image.length };
}

/** Measures the CPU time of 1K images, compared to only encoding the same pixels. */
export async function measurePictures(rounds: number): Promise<Measured> {
  await whole(requestOf(PROMPTS[0], 0));
  await eachStage(new Stages(), requestOf(PROMPTS[0], 0));
  const stages = new Stages();
  const ends = new Stages();
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, prompt] of PROMPTS.entries()) {
      const request = requestOf(prompt, round * PROMPTS.length + index);
      await ends.run(WHOLE, () => whole(request));
      const { open, bytes: size } = await eachStage(stages, request);
      await ends.run(LIMIT, () => open().webp(DELIVERED_WEBP).toBuffer());
      bytes += size;
    }
  }
  const made = rounds * PROMPTS.length;
  return {
    figures: [
      {
        name: 'Processor time of a 1K picture, from prompt to delivered files',
        value: ends.mean(WHOLE),
        unit: 'ms',
        peer: { name: 'sharp, WebP of the same pixels alone', value: ends.mean(LIMIT) },
        aim: { of: 'value', at: 'most', bound: HALF_OF_BEFORE_MS },
      },
      { name: 'Size of a 1K picture', value: Math.round(bytes / made), unit: 'bytes' },
    ],
    tables: [
      {
        title: 'A 1K picture by stage',
        header: ['Stage', 'Processor time, ms'],
        rows: stages.names().map((name) => [name, stages.mean(name).toFixed(1)]),
      },
    ],
    notes: [`${made} pictures of ${PROMPTS.length} prompts, 16:9; processor time of all threads.`],
  };
}
