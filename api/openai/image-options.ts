import { Type, type Static, type TSchema } from 'typebox';
import { IMAGE_MODEL_ID, IMAGE_PROMPT_MAX } from '../../domain/catalogue/image-model.js';
import { buildNullable } from '../../domain/contract/common.js';
import { VISIBLE } from '../../domain/contract/patterns.js';

/** Makes an option nullable: OpenAI's clients send null for an option that is not set. */
export const optional = <S extends TSchema>(schema: S, description: string) =>
  Type.Optional(buildNullable(schema, description));

/** Pattern of a size: width and height of 1 to 5 digits, or `auto`. */
export const SIZE = '^(auto|[1-9][0-9]{0,4}x[1-9][0-9]{0,4})$';

export const COPIES_MAX = 4;

const OUTPUT_FORMATS = ['png', 'jpeg', 'webp'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export const Prompt = Type.String({
  minLength: 1,
  maxLength: IMAGE_PROMPT_MAX,
  pattern: VISIBLE,
  description: 'Description of the image. It is moderated before you are charged.',
});

export const Model = (ours: string, others: string) =>
  optional(
    Type.String({ maxLength: 100, examples: [ours] }),
    `A model from \`GET /models\`. Default \`${ours}\`, which is also used for names such as \`${others}\`.`,
  );

/** Options that generations and edits share. Other options are accepted and ignored. */
export const imageOptions = {
  prompt: Prompt,
  model: Model(IMAGE_MODEL_ID, 'gpt-image-2'),
  n: optional(
    Type.Integer({ minimum: 1, maximum: COPIES_MAX }),
    `Number of images, 1 to ${COPIES_MAX}. Either all are accepted or none. Each image is charged separately. Default 1.`,
  ),
  size: optional(
    Type.String({ pattern: SIZE, examples: ['1024x1024'] }),
    'Width and height in pixels, or `auto`. The closest supported aspect ratio and resolution are used.',
  ),
  response_format: optional(
    Type.Enum(['url', 'b64_json'], { type: 'string' }),
    'Default `url`, or `b64_json` if `model` is a name such as `gpt-image-2`.',
  ),
  output_format: optional(
    Type.Enum([...OUTPUT_FORMATS], { type: 'string' }),
    'Format of `b64_json`. Default `png`. A `url` always returns WebP.',
  ),
  stream: optional(
    Type.Boolean(),
    'Whether to stream the response as events. One event is sent for each image when it is complete.',
  ),
};

export const ImageOptions = Type.Object(imageOptions, {
  $id: 'CreateImageRequest',
  description: 'An image to create. Options that are not listed are accepted but ignored.',
});
export type ImageOptionsBody = Static<typeof ImageOptions>;
