import { Type, type Static } from 'typebox';
import {
  IMAGE_ASPECT_RATIOS,
  IMAGE_PROMPT_MAX,
  IMAGE_REFERENCES_MAX,
  type ImageAspectRatio as Ratio,
} from '../catalogue/image-model.js';
import { findNearestRatio } from '../catalogue/aspect-ratio.js';
import { generationCallback } from './callback.js';
import { requireAtLeastOne } from './at-least-one.js';
import { withDescription, buildNullable, SubjectId } from './common.js';
import { VISIBLE } from './patterns.js';
import { ImageAspectRatio, ImageResolution } from './choices.js';
import { MediaField } from './media-field.js';
import { MetadataField } from './metadata.js';
import { ReferenceImages } from './references.js';
import { SeedField, SeedSummary } from './seed.js';

const DEFAULT_RATIO: Ratio = '9:16';

const fields = {
  prompt: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: IMAGE_PROMPT_MAX,
      pattern: VISIBLE,
      description: 'Description of the image. It is moderated before you are charged.',
    }),
  ),
  aspect_ratio: Type.Optional(
    withDescription(
      ImageAspectRatio,
      `Aspect ratio of the image (width:height). Default \`${DEFAULT_RATIO}\`. With \`edit\`, defaults to the ratio closest to the scene image's.`,
    ),
  ),
  resolution: Type.Optional(
    withDescription(ImageResolution, 'Resolution of the image. Default `1K`.'),
  ),
  edit: Type.Optional(
    Type.Boolean({
      description:
        'If true, edits `scene_image` as `prompt` describes. Both are then required, and no face is inserted. Ignored if `character_id` is set. Default false.',
    }),
  ),
  character_id: Type.Optional(SubjectId('A saved character to show in the image.')),
  product_id: Type.Optional(SubjectId('A saved product to show unchanged in the image.')),
  character_image: Type.Optional(MediaField('A face to show, without saving a character.')),
  scene_image: Type.Optional(
    MediaField('An image to copy the pose, framing, setting and light from.'),
  ),
  reference_images: Type.Optional(ReferenceImages(IMAGE_REFERENCES_MAX)),
  seed: SeedField,
  metadata: MetadataField,
  ...generationCallback,
};

const SUBJECTS = ['prompt', 'character_id', 'character_image', 'scene_image', 'product_id'];
const rules = { additionalProperties: false, ...requireAtLeastOne(SUBJECTS) };
const needed = `Needs at least one of ${SUBJECTS.map((field) => `\`${field}\``).join(', ')}.`;

/** Body of POST /v1/images. */
export const CreateImageSchema = Type.Object(fields, {
  $id: 'CreateImage',
  description: `An image to generate. ${needed}`,
  ...rules,
});
export type CreateImageBody = Static<typeof CreateImageSchema>;

/** An image in a quote: the create body plus `type`. */
export const QuoteImageSchema = Type.Object(
  { type: Type.Literal('image', { description: 'The price of an image' }), ...fields },
  { $id: 'QuoteImage', description: `An image to price. ${needed}`, ...rules },
);

export type QuoteImageBody = Static<typeof QuoteImageSchema>;

/** `request` of an image generation: defaults filled in, media summarised. */
export const ImageRequestSummary = Type.Object(
  {
    prompt: buildNullable(Type.String({ description: "The request's prompt" })),
    character_id: buildNullable(Type.String({ description: "The request's saved character" })),
    product_id: buildNullable(Type.String({ description: "The request's saved product" })),
    aspect_ratio: ImageAspectRatio,
    resolution: ImageResolution,
    edit: Type.Boolean({ description: 'Whether `scene_image` itself was edited' }),
    has_scene_image: Type.Boolean({ description: 'Whether `scene_image` was given' }),
    has_character_image: Type.Boolean({ description: 'Whether `character_image` was given' }),
    reference_images: Type.Integer({ minimum: 0, description: 'Number of reference images' }),
    seed: SeedSummary,
  },
  {
    $id: 'ImageRequestSummary',
    description: 'The image request, with defaults filled in and media summarized',
  },
);
export type ImageRequest = Static<typeof ImageRequestSummary>;

/** Whether an image is edited. `edit` is ignored when a character is given. */
export const isEdit = ({ edit, character_id: character }: CreateImageBody): boolean =>
  (edit ?? false) && character === undefined;

/**
 * Fills in the defaults.
 * @param seed the given or random seed
 * @param sceneShape width to height of the scene image; null without one
 */
export function summariseImage(
  body: CreateImageBody,
  seed: number,
  sceneShape: number | null = null,
): ImageRequest {
  const edit = isEdit(body);
  const kept =
    edit && sceneShape !== null ? findNearestRatio(sceneShape, IMAGE_ASPECT_RATIOS) : null;
  return {
    prompt: body.prompt ?? null,
    character_id: body.character_id ?? null,
    product_id: body.product_id ?? null,
    aspect_ratio: body.aspect_ratio ?? kept ?? DEFAULT_RATIO,
    resolution: body.resolution ?? '1K',
    edit,
    has_scene_image: body.scene_image !== undefined,
    has_character_image: body.character_image !== undefined,
    reference_images: body.reference_images?.length ?? 0,
    seed,
  };
}

/** Presents `request` in the key order of the specification, which JSONB does not keep. */
export function presentImageRequest(request: ImageRequest): ImageRequest {
  return {
    prompt: request.prompt,
    character_id: request.character_id,
    product_id: request.product_id,
    aspect_ratio: request.aspect_ratio,
    resolution: request.resolution,
    edit: request.edit,
    has_scene_image: request.has_scene_image,
    has_character_image: request.has_character_image,
    reference_images: request.reference_images,
    seed: request.seed ?? null,
  };
}
