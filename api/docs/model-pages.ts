import {
  IMAGE_ASPECT_RATIOS,
  IMAGE_MODEL_ID,
  IMAGE_PROMPT_MAX,
  IMAGE_REFERENCES_MAX,
  IMAGE_RESOLUTIONS,
} from '../../domain/catalogue/image-model.js';
import { computeImageCredits } from '../../domain/catalogue/image-price.js';
import type { VideoModel } from '../../domain/catalogue/video-model.js';
import { createImage } from '../routes/images.js';
import { createVideo } from '../routes/videos.js';
import { buildVideoExample, writeExample } from './model-examples.js';
import { listImageInputs, listVideoInputs } from './model-inputs.js';
import { placeTime } from './model-times.js';
import {
  listCodes,
  writeImagePrices,
  writeImageSizes,
  writeLowestPrice,
  writeTable,
  writeVideoPrices,
  writeVideoSizes,
} from './model-tables.js';

/** The models that a service offers. */
export interface OfferedModels {
  /** Factor of all prices. */
  readonly multiplier: number;
  /** Video models with the options of the configured providers. */
  readonly videos: readonly VideoModel[];
}

/** Builds the Markdown of a model's page. @returns null if no model has this id */
export function writeModelPage(
  id: string,
  offered: OfferedModels,
  publicUrl: string,
): string | null {
  if (id === IMAGE_MODEL_ID) return writeImagePage(offered, publicUrl);
  const model = offered.videos.find((one) => one.id === id);
  return model ? writeVideoPage(model, offered, publicUrl) : null;
}

const LIST = /(<!-- models:begin -->\n)[^]*?(<!-- models:end -->)/;

/** Inserts the list of models between its markers. @throws {Error} when a marker is missing */
export function insertModelList(text: string, list: string): string {
  if (!LIST.test(text)) throw new Error('docs/models.md has no marks of the list');
  return text.replace(LIST, (_, begin: string, end: string) => `${begin}${list}\n${end}`);
}

/** Text of the repository, where the settings of a service are unknown. */
const DEFAULT_NOTE =
  'These are the models of a service with the default settings. Its site lists its own models at `/docs/models`.';

/** Lists all models for the guide in the repository, which has no pages of models. */
export const writeDefaultList = (offered: OfferedModels): string =>
  `${DEFAULT_NOTE}\n\n${writeModelList(offered, false)}`;

/** Lists all models with their options. @param isLinked whether each name leads to its page */
export function writeModelList({ multiplier, videos }: OfferedModels, isLinked: boolean): string {
  // Only the site of a service knows the times.
  const time = (id: string) => (isLinked ? [placeTime(id)] : []);
  const link = (id: string, name: string) => (isLinked ? `[${name}](models/${id}.md)` : name);
  const image = computeImageCredits('1K', multiplier);
  return writeTable(
    [
      'Model',
      'Id',
      'Resolutions',
      'Seconds',
      'Reference images',
      'Credits from',
      ...(isLinked ? ['Typical time'] : []),
    ],
    [
      [
        link(IMAGE_MODEL_ID, 'Image model'),
        `\`${IMAGE_MODEL_ID}\``,
        IMAGE_RESOLUTIONS.join(', '),
        '',
        String(IMAGE_REFERENCES_MAX),
        `${image} in 1K`,
        ...time(IMAGE_MODEL_ID),
      ],
      ...videos.map((model) => [
        link(model.id, model.name),
        `\`${model.id}\``,
        model.resolutions.join(', '),
        describeLengths(model),
        String(model.referenceImagesMax),
        writeLowestPrice(model, multiplier),
        ...time(model.id),
      ]),
    ],
  );
}

function writeVideoPage(
  model: VideoModel,
  { multiplier }: OfferedModels,
  publicUrl: string,
): string {
  const { defaults, aspectRatios, requiresMotionVideo } = model;
  const sizes = writeVideoSizes(model);
  const options = [
    ['`resolution`', listCodes(model.resolutions), `\`${defaults.resolution}\``],
    requiresMotionVideo
      ? ['`duration`', 'the length of `motion_video`', '']
      : ['`duration`', listCodes(model.durations), `\`${defaults.duration}\``],
    ['`aspect_ratio`', listCodes(aspectRatios), `\`${defaults.aspectRatio}\``],
    ['`audio`', '`true`, `false`', `\`${defaults.audio}\``],
  ];
  return joinParts([
    `# ${model.name}`,
    `The video model \`${model.id}\`, for \`POST /v1/videos\`. [Models](../models.md) compares all models.`,
    writeTime(model.id),
    '## Options',
    writeTable(['Field', 'Values', 'Default'], options),
    model.audio === 'always' && 'The model always makes sound. With `audio: false` it is removed.',
    '## Inputs',
    writeTable(['Field', 'Use'], listVideoInputs(model)),
    '## Prices',
    `Credits for a clip. A generated first frame costs ${computeImageCredits('1K', multiplier)} more.${requiresMotionVideo ? ' Each second of the motion clip counts, rounded up.' : ''}`,
    writeVideoPrices(model, multiplier),
    writeRefund(),
    '## Sizes',
    sizes && 'Width and height in pixels.',
    sizes,
    aspectRatios.includes('adaptive') &&
      '`adaptive` keeps the ratio of the first frame, from 9:21 to 21:9. The shorter side follows from the resolution.',
    '## Example',
    writeExample(createVideo, buildVideoExample(model), publicUrl),
  ]);
}

function writeImagePage({ multiplier }: OfferedModels, publicUrl: string): string {
  return joinParts([
    '# Image model',
    `The image model \`${IMAGE_MODEL_ID}\`, for \`POST /v1/images\`. It also makes the first frames of videos. [Models](../models.md) compares all models.`,
    writeTime(IMAGE_MODEL_ID),
    '## Options',
    writeTable(
      ['Field', 'Values', 'Default'],
      [
        ['`resolution`', listCodes(IMAGE_RESOLUTIONS), '`1K`'],
        ['`aspect_ratio`', listCodes(IMAGE_ASPECT_RATIOS), '`9:16`'],
        ['`edit`', '`true`, `false`', '`false`'],
      ],
    ),
    '## Inputs',
    writeTable(['Field', 'Use'], listImageInputs(IMAGE_PROMPT_MAX, IMAGE_REFERENCES_MAX)),
    '## Prices',
    'Credits for an image.',
    writeImagePrices(multiplier),
    writeRefund(),
    '## Sizes',
    'Width and height in pixels.',
    writeImageSizes(),
    '## Example',
    writeExample(createImage, { prompt: 'a red fox in snow', aspect_ratio: '16:9' }, publicUrl),
  ]);
}

const writeTime = (id: string): string =>
  `Typical time on this service: ${placeTime(id)}. It is the median from request to result in the last 30 days.`;

const writeRefund = (): string =>
  '`POST /v1/quote` returns the price of a request. A generation that fails is refunded in full.';

const joinParts = (parts: readonly (string | false)[]): string =>
  `${parts.filter(Boolean).join('\n\n')}\n`;

const describeLengths = ({ durations, requiresMotionVideo }: VideoModel): string => {
  if (requiresMotionVideo) return 'as the motion clip';
  const isRange = durations.length > 3;
  return isRange ? `${durations[0]} to ${durations.at(-1)}` : durations.join(', ');
};
