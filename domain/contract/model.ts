import { Type, type Static } from 'typebox';
import {
  IMAGE_ASPECT_RATIOS,
  IMAGE_MODEL_ID,
  IMAGE_REFERENCES_MAX,
  IMAGE_RESOLUTIONS,
} from '../catalogue/image-model.js';
import { buildImagePriceList } from '../catalogue/image-price.js';
import { computePresetCredits, SOCIAL_CREDITS } from '../catalogue/price.js';
import type { VideoModel } from '../catalogue/video-model.js';
import { VIDEO_MODELS } from '../catalogue/video-models.js';
import { buildVideoPriceGrid } from '../catalogue/video-price.js';
import { buildNullable, ObjectName } from './common.js';

const buildNamesSchema = (description: string) => Type.Array(Type.String(), { description });
const count = (description: string) => Type.Integer({ description });

const DefaultsSchema = Type.Object(
  {
    duration: buildNullable(
      Type.String({ description: 'Seconds as text; null if the motion clip sets the length' }),
    ),
    resolution: Type.String({ description: 'Resolution' }),
    aspect_ratio: Type.String({ description: 'Width to height, or `adaptive`' }),
    audio: Type.Boolean({ description: 'Whether the clip has sound' }),
  },
  { $id: 'VideoModelDefaults', description: 'Values for options that a request omits' },
);

const VideoModelSchema = Type.Object(
  {
    id: Type.String({ description: 'Value for `model` in a video request' }),
    name: Type.String({ description: 'Display name' }),
    durations: buildNamesSchema('Seconds as text; empty if the motion clip sets the length'),
    resolutions: buildNamesSchema('Resolutions'),
    aspect_ratios: buildNamesSchema('Width to height; `adaptive` follows the first frame'),
    audio: Type.Boolean({ description: 'Whether it can generate sound' }),
    defaults: DefaultsSchema,
    requires_motion_video: Type.Boolean({ description: 'Whether `motion_video` is required' }),
    max_prompt_length: count('Maximum characters of a prompt'),
    max_reference_images: count('Maximum number of reference images that the model accepts'),
    credits: Type.Record(Type.String(), Type.Integer(), {
      description: 'Price by `<resolution>/<duration>s`, without a generated first frame',
    }),
  },
  { $id: 'VideoModel', description: 'A video model with its options and prices' },
);

const ImageModelSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the model' }),
    aspect_ratios: buildNamesSchema('Width to height'),
    resolutions: buildNamesSchema('Resolutions'),
    credits: Type.Record(Type.String(), Type.Integer(), { description: 'Price by resolution' }),
    max_reference_images: count('Maximum number of reference images in a request'),
  },
  { $id: 'ImageModel', description: 'The image model with its options and prices' },
);

const SocialPricesSchema = Type.Object(
  {
    post_per_destination: count('Price of a post for each platform'),
    x_post_with_link: count('Price of a post to X whose trimmed text has a link'),
    extra_account_monthly: count('Price of an additional account for 30 days'),
  },
  { $id: 'SocialPrices', description: 'Prices of publishing, in credits' },
);

/** Model and price catalogue. */
export const ModelsSchema = Type.Object(
  {
    object: ObjectName('list'),
    api_credit_multiplier: Type.Number({ description: 'API price divided by app price' }),
    image: ImageModelSchema,
    video: Type.Array(VideoModelSchema, { description: 'Video models that are available now' }),
    social: SocialPricesSchema,
    characters: Type.Object(
      { preset: count('Price of a preset character; characters from photos are free') },
      { description: 'Prices of characters, in credits' },
    ),
    retention: Type.Object(
      {
        uploads_days: count('Days that an upload is kept'),
        outputs: Type.String({ description: 'How long results are kept, as text' }),
      },
      { description: 'How long files are kept' },
    ),
  },
  { $id: 'Models', description: 'Every model, option and price' },
);
export type ModelsBody = Static<typeof ModelsSchema>;

/**
 * Presents the catalogue with prices at the multiplier, and the configured providers' video models.
 */
export function presentModels(
  multiplier: number,
  videos: readonly VideoModel[] = VIDEO_MODELS,
): ModelsBody {
  return {
    object: 'list',
    api_credit_multiplier: multiplier,
    image: {
      id: IMAGE_MODEL_ID,
      aspect_ratios: [...IMAGE_ASPECT_RATIOS],
      resolutions: [...IMAGE_RESOLUTIONS],
      credits: buildImagePriceList(multiplier),
      max_reference_images: IMAGE_REFERENCES_MAX,
    },
    video: videos.map((model) => presentVideoModel(model, multiplier)),
    social: { ...SOCIAL_CREDITS },
    characters: { preset: computePresetCredits(multiplier) },
    retention: { uploads_days: 7, outputs: 'kept until the generation is deleted' },
  };
}

function presentVideoModel(model: VideoModel, multiplier: number): Static<typeof VideoModelSchema> {
  const { defaults } = model;
  return {
    id: model.id,
    name: model.name,
    durations: [...model.durations],
    resolutions: [...model.resolutions],
    aspect_ratios: [...model.aspectRatios],
    audio: true,
    defaults: {
      duration: defaults.duration,
      resolution: defaults.resolution,
      aspect_ratio: defaults.aspectRatio,
      audio: defaults.audio,
    },
    requires_motion_video: model.requiresMotionVideo,
    max_prompt_length: model.promptMax,
    max_reference_images: model.referenceImagesMax,
    credits: buildVideoPriceGrid(model, multiplier),
  };
}
