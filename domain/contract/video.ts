import { Type, type Static } from 'typebox';
import {
  MOTION_ORIENTATIONS,
  MOTION_SECONDS_MAX,
  MOTION_SECONDS_MIN,
  VIDEO_REFERENCES_MAX,
} from '../catalogue/video-model.js';
import { VIDEO_MODEL_IDS } from '../catalogue/video-models.js';
import { nullable, oneOf, SubjectId } from './common.js';
import { MediaField } from './media.js';
import { ReferenceImages } from './references.js';
import { SeedField, SeedSummary } from './seed.js';

/** The longest prompt that any model takes; each model's own limit is checked with its options. */
const PROMPT_MAX = 20_000;

const option = (description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 20, description, examples: [example] }));

const fields = {
  model: oneOf(VIDEO_MODEL_IDS),
  prompt: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: PROMPT_MAX,
      pattern: '\\S',
      description: 'Motion, action, camera. The limit of the model is in `GET /v1/models`.',
    }),
  ),
  character_id: Type.Optional(SubjectId('A saved character: the first frame shows it.')),
  character_image: Type.Optional(MediaField('A face, used without saving a character.')),
  product_id: Type.Optional(SubjectId('A saved product: the first frame shows it.')),
  start_frame: Type.Optional(MediaField('The exact first frame.')),
  reference_images: Type.Optional(ReferenceImages(VIDEO_REFERENCES_MAX)),
  narration_audio: Type.Optional(MediaField('A voice-over, for models that use one.')),
  duration: option('Seconds as text, as the model offers', '8'),
  resolution: option('As the model offers', '720p'),
  aspect_ratio: option(
    'As the model offers; `adaptive` follows the first frame. Default: that of the model; with `start_frame` the shape of that picture, or the nearest that the model offers.',
    '9:16',
  ),
  audio: Type.Optional(Type.Boolean({ description: 'Generate sound' })),
  motion_video: Type.Optional(
    MediaField('Motion control only: a clip of 1 to 30 seconds whose movement is transferred.'),
  ),
  motion_orientation: Type.Optional(
    oneOf(MOTION_ORIENTATIONS, { description: 'Motion control only. Default `video`.' }),
  ),
  seed: SeedField,
};

/** At least one of these says what to film. */
const anyOf = ['prompt', 'character_id', 'character_image', 'start_frame', 'motion_video'].map(
  (field) => ({ required: [field] }),
);

/** Body of POST /v1/videos (spec). */
export const CreateVideoSchema = Type.Object(fields, {
  $id: 'CreateVideo',
  additionalProperties: false,
  anyOf,
});

/** The same as part of a quote. */
export const QuoteVideoSchema = Type.Object(
  {
    type: Type.Literal('video'),
    ...fields,
    motion_video_seconds: Type.Optional(
      Type.Number({
        minimum: MOTION_SECONDS_MIN,
        maximum: MOTION_SECONDS_MAX,
        description: 'Motion control only: the length to price; the charge uses the measured one.',
      }),
    ),
  },
  {
    additionalProperties: false,
    anyOf: [...anyOf, { required: ['motion_video_seconds'] }],
  },
);
export type VideoBody = Static<typeof CreateVideoSchema>;
export type QuoteVideoBody = Static<typeof QuoteVideoSchema>;

/** `request` of a video generation: defaults filled in, media summarised (spec). */
export const VideoRequestSummary = Type.Object({
  model: oneOf(VIDEO_MODEL_IDS),
  prompt: nullable(Type.String()),
  character_id: nullable(Type.String()),
  product_id: nullable(Type.String()),
  duration: Type.String({ description: 'Seconds' }),
  resolution: Type.String(),
  aspect_ratio: Type.String(),
  audio: Type.Boolean(),
  has_start_frame: Type.Boolean(),
  reference_images: Type.Integer({ minimum: 0 }),
  motion_video_seconds: nullable(Type.Number()),
  seed: SeedSummary,
});
export type VideoRequest = Static<typeof VideoRequestSummary>;

/** Presents `request` in the order of the specification, which a stored object loses. */
export function presentVideoRequest(request: VideoRequest): VideoRequest {
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
    reference_images: request.reference_images,
    motion_video_seconds: request.motion_video_seconds,
    seed: request.seed ?? null,
  };
}
