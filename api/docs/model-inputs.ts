import {
  MOTION_IMAGE_SECONDS_MAX,
  MOTION_SECONDS_MAX,
  MOTION_SECONDS_MIN,
  type VideoModel,
} from '../../domain/catalogue/video-model.js';

type Row = readonly [fields: string, use: string];

const writeCount = (count: number): string => count.toLocaleString('en-US');

/** Lists the inputs of a video model: fields, and what the model does with them. */
export function listVideoInputs(model: VideoModel): Row[] {
  const { promptMax, upstreamPromptMax, requiresMotionVideo, sources } = model;
  const shortened =
    upstreamPromptMax === null
      ? ''
      : `. Above ${writeCount(upstreamPromptMax)} it is shortened for the provider`;
  const rows: (Row | false)[] = [
    ['`prompt`', `up to ${writeCount(promptMax)} characters${shortened}`],
    ['`start_frame`', 'the exact first frame. Without it, the image model makes one'],
    ['`character_id`, `character_image`, `product_id`', 'shape the generated first frame'],
    ['`reference_images`', describeReferences(model)],
    requiresMotionVideo && [
      '`motion_video`',
      `required: a clip of ${MOTION_SECONDS_MIN} to ${MOTION_SECONDS_MAX} seconds. The result copies its motion`,
    ],
    requiresMotionVideo && [
      '`motion_orientation`',
      `\`video\` or \`image\`. With \`image\`, the clip has at most ${MOTION_IMAGE_SECONDS_MAX} seconds`,
    ],
    !requiresMotionVideo && [
      '`script`',
      'a text that the person speaks, if a configured provider [moves lips](../speech.md#a-person-who-speaks)',
    ],
    sources.some(({ narration }) => narration) && [
      '`narration_audio`',
      'a voice-over, if the provider of the clip accepts one',
    ],
    ['`seed`', 'see [which providers accept it](../providers.md#data-sent-upstream)'],
  ];
  return rows.filter((row) => row !== false);
}

function describeReferences({ referenceImagesMax: max, references }: VideoModel): string {
  if (references === 'beside_frame')
    return `up to ${max}, which the model takes with the first frame`;
  const limit = max === 0 ? '' : `up to ${max}: `;
  return `${limit}they shape the generated first frame. With \`start_frame\` they are not used`;
}

/** Lists the inputs of the image model. */
export const listImageInputs = (promptMax: number, referencesMax: number): Row[] => [
  ['`prompt`', `up to ${writeCount(promptMax)} characters`],
  ['`character_id`, `character_image`', 'the person to show'],
  ['`product_id`', 'a saved product to show unchanged'],
  [
    '`scene_image`',
    'an image for pose, framing, setting and light. With `edit`, the image to change',
  ],
  ['`reference_images`', `up to ${referencesMax}`],
  ['`seed`', 'see [which providers accept it](../providers.md#data-sent-upstream)'],
];
