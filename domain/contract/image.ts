import { Type, type Static } from 'typebox';
import {
  IMAGE_ASPECT_RATIOS,
  IMAGE_PROMPT_MAX,
  IMAGE_REFERENCES_MAX,
  IMAGE_RESOLUTIONS,
  type ImageAspectRatio,
} from '../catalogue/image-model.js';
import { nearestRatio } from '../catalogue/aspect-ratio.js';
import { nullable, oneOf, SubjectId } from './common.js';
import { MediaField } from './media.js';
import { ReferenceImages } from './references.js';
import { SeedField, SeedSummary } from './seed.js';

const DEFAULT_RATIO: ImageAspectRatio = '9:16';

const fields = {
  prompt: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: IMAGE_PROMPT_MAX,
      pattern: '\\S',
      description: 'What to draw. Screened before any charge.',
    }),
  ),
  // No default of the schema: it would hide that nothing was given.
  aspect_ratio: Type.Optional(
    oneOf(IMAGE_ASPECT_RATIOS, {
      description: `Default \`${DEFAULT_RATIO}\`; with \`edit\` the ratio that is nearest to the scene.`,
    }),
  ),
  resolution: Type.Optional(oneOf(IMAGE_RESOLUTIONS, { default: '1K' })),
  edit: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Changes `scene_image` as `prompt` says; both are required then, and no face is put into it. Ignored when `character_id` is set.',
    }),
  ),
  character_id: Type.Optional(SubjectId('A saved character, whose identity is preserved.')),
  product_id: Type.Optional(SubjectId('A saved product, placed in the image as it is.')),
  character_image: Type.Optional(MediaField('A face, used without saving a character.')),
  scene_image: Type.Optional(MediaField('Reference for pose, framing, setting and light.')),
  reference_images: Type.Optional(ReferenceImages(IMAGE_REFERENCES_MAX)),
  seed: SeedField,
};

/** At least one of these says what to draw. */
const anyOf = ['prompt', 'character_id', 'character_image', 'scene_image', 'product_id'].map(
  (field) => ({ required: [field] }),
);

/** Body of POST /v1/images (spec). */
export const CreateImageSchema = Type.Object(fields, {
  $id: 'CreateImage',
  additionalProperties: false,
  anyOf,
});
export type CreateImageBody = Static<typeof CreateImageSchema>;

/** The same as part of a quote: the create body plus `type`. */
export const QuoteImageSchema = Type.Object(
  { type: Type.Literal('image'), ...fields },
  { additionalProperties: false, anyOf },
);

export type QuoteImageBody = Static<typeof QuoteImageSchema>;

/** `request` of an image generation: defaults filled in, media summarised (spec). */
export const ImageRequestSummary = Type.Object({
  prompt: nullable(Type.String()),
  character_id: nullable(Type.String()),
  product_id: nullable(Type.String()),
  aspect_ratio: oneOf(IMAGE_ASPECT_RATIOS),
  resolution: oneOf(IMAGE_RESOLUTIONS),
  edit: Type.Boolean(),
  has_scene_image: Type.Boolean(),
  has_character_image: Type.Boolean(),
  reference_images: Type.Integer({ minimum: 0 }),
  seed: SeedSummary,
});
export type ImageRequest = Static<typeof ImageRequestSummary>;

/** Ignored when a character is given. */
export const isEdit = ({ edit, character_id: character }: CreateImageBody): boolean =>
  (edit ?? false) && character === undefined;

/**
 * Fills the defaults in.
 * @param seed the given one, or one that was drawn
 * @param sceneShape width to height of the scene; null without one
 */
export function summariseImage(
  body: CreateImageBody,
  seed: number,
  sceneShape: number | null = null,
): ImageRequest {
  const edit = isEdit(body);
  const kept = edit && sceneShape !== null ? nearestRatio(sceneShape, IMAGE_ASPECT_RATIOS) : null;
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

/** Presents `request` in the order of the specification, which a stored object loses. */
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
