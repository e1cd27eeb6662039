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
import { buildVideoPriceGrid } from '../catalogue/video-price.js';
import { buildNullable, ObjectName } from './common.js';

const buildNamesSchema = (description: string) => Type.Array(Type.String(), { description });
const count = (description: string) => Type.Integer({ description });

/** Measured, because the catalogue cannot know how fast the providers of a service are. */
const TypicalSeconds = buildNullable(
  Type.Integer({
    minimum: 1,
    description:
      'Median time from request to result on this service, in seconds, of at most 10,000 recent results of all models in the last 30 days. Null for fewer than 3 results',
  }),
);

const DefaultsSchema = Type.Object(
  {
    duration: buildNullable(
      Type.String({
        description: 'Duration in seconds, as a string. Null if the motion clip sets the length',
      }),
    ),
    resolution: Type.String({ description: 'Default resolution' }),
    aspect_ratio: Type.String({ description: 'Aspect ratio (width:height), or `adaptive`' }),
    audio: Type.Boolean({ description: 'Whether the clip has sound' }),
  },
  { $id: 'VideoModelDefaults', description: 'Defaults for options that a request omits' },
);

const VideoModelSchema = Type.Object(
  {
    id: Type.String({ description: 'Value to use as `model` in a video request' }),
    name: Type.String({ description: 'Display name' }),
    durations: buildNamesSchema(
      'Durations in seconds, as strings. Empty if the motion clip sets the length',
    ),
    resolutions: buildNamesSchema('Supported resolutions'),
    aspect_ratios: buildNamesSchema(
      "Aspect ratios (width:height). `adaptive` uses the first frame's aspect ratio",
    ),
    audio: Type.Boolean({ description: 'Whether it can generate sound' }),
    defaults: DefaultsSchema,
    requires_motion_video: Type.Boolean({ description: 'Whether `motion_video` is required' }),
    max_prompt_length: count('Maximum prompt length, in characters'),
    max_reference_images: count('Maximum number of reference images'),
    credits: Type.Record(Type.String(), Type.Integer(), {
      description: 'Prices by `<resolution>/<duration>s`, not including a generated first frame',
    }),
    typical_seconds: TypicalSeconds,
  },
  { $id: 'VideoModel', description: 'A video model with its options and prices' },
);

const ImageModelSchema = Type.Object(
  {
    id: Type.String({ description: 'Model ID' }),
    aspect_ratios: buildNamesSchema('Aspect ratios (width:height)'),
    resolutions: buildNamesSchema('Supported resolutions'),
    credits: Type.Record(Type.String(), Type.Integer(), { description: 'Prices by resolution' }),
    max_reference_images: count('Maximum number of reference images'),
    typical_seconds: TypicalSeconds,
  },
  { $id: 'ImageModel', description: 'The image model with its options and prices' },
);

const SocialPricesSchema = Type.Object(
  {
    post_per_destination: count('Price of a post per platform'),
    x_post_with_link: count('Price of a post to X if its shortened text contains a link'),
    extra_account_monthly: count('Price of an additional account, every 30 days'),
  },
  { $id: 'SocialPrices', description: 'Prices for publishing, in credits' },
);

/** Model and price catalogue. */
export const ModelsSchema = Type.Object(
  {
    object: ObjectName('list'),
    api_credit_multiplier: Type.Number({
      description: 'API prices are base prices (`app_credits`) times this factor, rounded up',
    }),
    image: ImageModelSchema,
    video: Type.Array(VideoModelSchema, { description: 'Currently available video models' }),
    social: SocialPricesSchema,
    characters: Type.Object(
      { preset: count('Price of a preset character. Characters from photos are free') },
      { description: 'Prices for characters, in credits' },
    ),
    provenance: Type.Object(
      {
        content_credentials: Type.Boolean({
          description: 'Whether images and clips are signed (C2PA)',
        }),
        watermark: Type.Boolean({
          description: 'Whether images carry an invisible watermark. Clips have none',
        }),
      },
      { description: 'Marks of origin in results' },
    ),
    retention: Type.Object(
      {
        uploads_days: count('Number of days an upload is kept'),
        outputs: Type.String({ description: 'How long results are kept, in words' }),
      },
      { description: 'How long files are kept' },
    ),
  },
  { $id: 'Models', description: 'All models, options and prices' },
);
export type ModelsBody = Static<typeof ModelsSchema>;

/**
 * Presents the models: prices are scaled by the multiplier, and only video models of configured
 * providers are listed.
 * @param times typical seconds by model
 */
export function presentModels(
  multiplier: number,
  videos: readonly VideoModel[],
  provenance: ModelsBody['provenance'],
  times: ReadonlyMap<string, number>,
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
      typical_seconds: times.get(IMAGE_MODEL_ID) ?? null,
    },
    video: videos.map((model) => ({
      ...presentVideoModel(model, multiplier),
      typical_seconds: times.get(model.id) ?? null,
    })),
    social: { ...SOCIAL_CREDITS },
    characters: { preset: computePresetCredits(multiplier) },
    provenance,
    retention: { uploads_days: 7, outputs: 'kept until the generation is deleted' },
  };
}

function presentVideoModel(
  model: VideoModel,
  multiplier: number,
): Omit<Static<typeof VideoModelSchema>, 'typical_seconds'> {
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
