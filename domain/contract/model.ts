import { Type, type Static } from 'typebox';
import {
  IMAGE_ASPECT_RATIOS,
  IMAGE_MODEL_ID,
  IMAGE_REFERENCES_MAX,
  IMAGE_RESOLUTIONS,
} from '../catalogue/image-model.js';
import { imagePriceList } from '../catalogue/price.js';
import { SOCIAL_CREDITS } from '../catalogue/social-price.js';
import type { VideoModel } from '../catalogue/video-model.js';
import { VIDEO_MODELS } from '../catalogue/video-models.js';
import { videoPriceGrid } from '../catalogue/video-price.js';
import { nullable } from './common.js';

const Names = Type.Array(Type.String());

const VideoModelSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    durations: Names,
    resolutions: Names,
    aspect_ratios: Names,
    audio: Type.Boolean(),
    defaults: Type.Object({
      duration: nullable(Type.String({ description: 'Null where the motion clip decides' })),
      resolution: Type.String(),
      aspect_ratio: Type.String(),
      audio: Type.Boolean(),
    }),
    requires_motion_video: Type.Boolean(),
    max_prompt_length: Type.Integer(),
    max_reference_images: Type.Integer(),
    credits: Type.Record(Type.String(), Type.Integer(), {
      description: 'Keys are `<resolution>/<duration>s`; a generated first frame is not included',
    }),
  },
  { $id: 'VideoModel' },
);

/** Model and price catalogue (spec, Resources). */
export const ModelsSchema = Type.Object(
  {
    object: Type.Literal('list'),
    api_credit_multiplier: Type.Number(),
    image: Type.Object({
      id: Type.String(),
      aspect_ratios: Type.Array(Type.String()),
      resolutions: Type.Array(Type.String()),
      credits: Type.Record(Type.String(), Type.Integer()),
      max_reference_images: Type.Integer(),
    }),
    video: Type.Array(VideoModelSchema),
    social: Type.Object({
      post_per_destination: Type.Integer(),
      x_post_with_link: Type.Integer(),
      extra_account_monthly: Type.Integer(),
    }),
    retention: Type.Object({ uploads_days: Type.Integer(), outputs: Type.String() }),
  },
  { $id: 'Models' },
);
export type ModelsBody = Static<typeof ModelsSchema>;

/** The catalogue at the configured multiplier, with the videos that the configured providers offer. */
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
      credits: imagePriceList(multiplier),
      max_reference_images: IMAGE_REFERENCES_MAX,
    },
    video: videos.map((model) => presentVideoModel(model, multiplier)),
    social: { ...SOCIAL_CREDITS },
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
    credits: videoPriceGrid(model, multiplier),
  };
}
