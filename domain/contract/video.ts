import { Type, type Static } from 'typebox';
import {
  MOTION_SECONDS_MAX,
  MOTION_SECONDS_MIN,
  VIDEO_REFERENCES_MAX,
} from '../catalogue/video-model.js';
import { generationCallback } from './callback.js';
import { requireAtLeastOne } from './at-least-one.js';
import {
  MotionOrientation,
  VideoAspectRatio,
  VideoDuration,
  VideoModelId,
  VideoResolution,
} from './choices.js';
import { withDescription, buildNullable, SubjectId } from './common.js';
import { VISIBLE } from './patterns.js';
import type { GenerationInput, GenerationOptions } from './generation-input.js';
import { MediaField } from './media-field.js';
import { MetadataField } from './metadata.js';
import { ReferenceImages } from './references.js';
import { SeedField, SeedSummary } from './seed.js';
import { presentScript, scriptFields, scriptSummary } from './script.js';

/** The longest prompt of any model. Each model's own limit is checked with its options. */
export const PROMPT_MAX = 20_000;

const fields = {
  model: VideoModelId,
  prompt: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: PROMPT_MAX,
      pattern: VISIBLE,
      description:
        "Description of the motion, action and camera. For each model's maximum length, see `GET /v1/models`.",
    }),
  ),
  character_id: Type.Optional(SubjectId('A saved character to show in the first frame.')),
  character_image: Type.Optional(MediaField('A face to show, without saving a character.')),
  product_id: Type.Optional(SubjectId('A saved product to show in the first frame.')),
  start_frame: Type.Optional(MediaField('The exact first frame.')),
  reference_images: Type.Optional(ReferenceImages(VIDEO_REFERENCES_MAX)),
  narration_audio: Type.Optional(MediaField('A voice-over, for models that support one.')),
  ...scriptFields,
  duration: Type.Optional(
    withDescription(
      VideoDuration,
      "Duration in seconds, as a string. Defaults to the model's default, see `GET /v1/models`.",
    ),
  ),
  resolution: Type.Optional(withDescription(VideoResolution, "Defaults to the model's default.")),
  aspect_ratio: Type.Optional(
    withDescription(
      VideoAspectRatio,
      "Default: with `start_frame`, that image's aspect ratio or the closest one that the model supports; otherwise the model's default.",
    ),
  ),
  audio: Type.Optional(
    Type.Boolean({ description: "Whether the clip has sound. Default: the model's default." }),
  ),
  motion_video: Type.Optional(
    MediaField('Motion control only: a clip of 1–30 seconds. The result copies its motion.'),
  ),
  motion_orientation: Type.Optional(
    withDescription(MotionOrientation, 'Motion control only. Default `video`.'),
  ),
  seed: SeedField,
  metadata: MetadataField,
  ...generationCallback,
};

const SUBJECTS = ['prompt', 'character_id', 'character_image', 'start_frame', 'motion_video'];
const buildSubjectRules = (subjects: readonly string[]) => ({
  additionalProperties: false,
  ...requireAtLeastOne(subjects),
});
const describeNeeded = (subjects: readonly string[]) =>
  `Needs at least one of ${subjects.map((field) => `\`${field}\``).join(', ')}.`;

/** Body of POST /v1/videos. */
export const CreateVideoSchema = Type.Object(fields, {
  $id: 'CreateVideo',
  description: `A video to generate. ${describeNeeded(SUBJECTS)}`,
  ...buildSubjectRules(SUBJECTS),
});

const QUOTE_SUBJECTS = [...SUBJECTS, 'motion_video_seconds'];

/** A video in a quote: the create body plus `type`. */
export const QuoteVideoSchema = Type.Object(
  {
    type: Type.Literal('video', { description: 'The price of a video' }),
    ...fields,
    motion_video_seconds: Type.Optional(
      Type.Number({
        minimum: MOTION_SECONDS_MIN,
        maximum: MOTION_SECONDS_MAX,
        description:
          'Motion control only: the length to price, in seconds. The actual charge uses the measured length.',
      }),
    ),
  },
  {
    $id: 'QuoteVideo',
    description: `Asks for the price of a video. ${describeNeeded(QUOTE_SUBJECTS)}`,
    ...buildSubjectRules(QUOTE_SUBJECTS),
  },
);
export type VideoBody = Static<typeof CreateVideoSchema>;
export type QuoteVideoBody = Static<typeof QuoteVideoSchema>;

/** `request` of a video generation: defaults filled in, media summarised. */
export const VideoRequestSummary = Type.Object(
  {
    model: VideoModelId,
    prompt: buildNullable(Type.String({ description: "The request's prompt" })),
    character_id: buildNullable(Type.String({ description: "The request's saved character" })),
    product_id: buildNullable(Type.String({ description: "The request's saved product" })),
    duration: Type.String({ description: 'Duration in seconds, as a string' }),
    resolution: Type.String({ description: 'Resolution of the clip' }),
    aspect_ratio: Type.String({ description: 'Aspect ratio (width:height), or `adaptive`' }),
    audio: Type.Boolean({ description: 'Whether the clip has sound' }),
    has_start_frame: Type.Boolean({ description: 'Whether `start_frame` was given' }),
    has_character_image: Type.Boolean({ description: 'Whether `character_image` was given' }),
    has_narration_audio: Type.Boolean({ description: 'Whether `narration_audio` was given' }),
    reference_images: Type.Integer({ minimum: 0, description: 'Number of reference images' }),
    motion_video_seconds: buildNullable(
      Type.Number({
        description: 'Measured length of the motion clip, in seconds. Null if there is none',
      }),
    ),
    motion_orientation: buildNullable(
      MotionOrientation,
      'From the request, or the default. Null if there is no motion clip',
    ),
    seed: SeedSummary,
    ...scriptSummary,
  },
  {
    $id: 'VideoRequestSummary',
    description: 'The video request, with defaults filled in and media summarized',
  },
);
type VideoRequestBody = Static<typeof VideoRequestSummary>;

/** `request` as stored. The remaining fields of the response come from other columns. */
export type VideoRequest = Omit<
  VideoRequestBody,
  'has_character_image' | 'has_narration_audio' | 'motion_orientation' | keyof typeof scriptSummary
>;

/** The stored data of a video request. */
export interface StoredVideo {
  readonly request: VideoRequest;
  readonly inputs: readonly Pick<GenerationInput, 'role'>[];
  readonly options: GenerationOptions;
}

/** Presents `request` in the key order of the specification, which JSONB does not keep. */
export function presentVideoRequest({ request, inputs, options }: StoredVideo): VideoRequestBody {
  const hasRole = (role: GenerationInput['role']) => inputs.some((input) => input.role === role);
  const isMotion = request.motion_video_seconds !== null;
  return {
    model: request.model,
    prompt: request.prompt,
    character_id: request.character_id,
    product_id: request.product_id,
    duration: request.duration,
    resolution: request.resolution,
    aspect_ratio: request.aspect_ratio,
    audio: request.audio,
    has_start_frame: request.has_start_frame,
    // The photos of a saved character have the same role; no request has both.
    has_character_image: request.character_id === null && hasRole('character'),
    has_narration_audio: hasRole('narration'),
    reference_images: request.reference_images,
    motion_video_seconds: request.motion_video_seconds,
    motion_orientation: isMotion ? (options.motionOrientation ?? 'video') : null,
    seed: request.seed ?? null,
    ...presentScript(options.spoken),
  };
}
