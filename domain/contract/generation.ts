import { Type, type Static } from 'typebox';
import { IMAGE_MODEL_ID } from '../catalogue/image-model.js';
import { isSimulated, type Makers } from '../catalogue/makers.js';
import type {
  GenerationError,
  GenerationStatus,
  TimelineEntry,
  WorkType,
} from '../catalogue/stages.js';
import { buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';
import {
  ACCEPTED_PROGRESS,
  GenerationProgressSchema,
  GenerationUrlsSchema,
  type GenerationProgressBody,
} from './generation-progress.js';
import { GenerationErrorSchema, GenerationState, TimelineEntrySchema } from './generation-parts.js';
import type { OutputFacts } from './generation-input.js';
import { MetadataSummary, presentMetadata, type Metadata } from './metadata.js';
import { ResultSchema } from './generation-result.js';
import type { StoredSpeech } from './speech.js';
import { ImageRequestSummary, presentImageRequest, type ImageRequest } from './image.js';
import {
  presentVideoRequest,
  VideoRequestSummary,
  type StoredVideo,
  type VideoRequest,
} from './video.js';

const fields = {
  id: PrefixedId('gen', 'Generation ID'),
  object: ObjectName('generation'),
  model: Type.String({ examples: [IMAGE_MODEL_ID], description: 'The model used' }),
  status: GenerationState,
  credits: Type.Integer({
    minimum: 0,
    description: 'Credits charged when the request was accepted',
  }),
  refunded_credits: Type.Integer({
    minimum: 0,
    description: 'Credits refunded. The net cost is `credits` minus this value',
  }),
  result: buildNullable(ResultSchema, 'Null until `completed`'),
  error: buildNullable(GenerationErrorSchema, 'Null unless `failed` or `cancelled`'),
  metadata: MetadataSummary,
  title: buildNullable(
    Type.String({ description: 'The title you gave it. Null if there is none' }),
  ),
  favorite: Type.Boolean({ description: 'Whether the generation is a favorite' }),
  timeline: Type.Array(TimelineEntrySchema, {
    description:
      'Failures along the way and differences from the request, and how they were handled. Empty if there were none',
  }),
  simulated: buildNullable(
    Type.Boolean({
      description:
        'True if the result, or any part of a video, was simulated by the built-in renderer. False if providers made all of it. Null until known',
    }),
  ),
  progress: buildNullable(
    GenerationProgressSchema,
    'Null once the generation has ended, and therefore in events',
  ),
  urls: GenerationUrlsSchema,
  created_at: UnixMs('Time the request was accepted'),
  completed_at: buildNullable(
    UnixMs('End time'),
    'End time, in Unix milliseconds. Null until then',
  ),
};

const ImageGenerationSchema = Type.Object(
  {
    type: Type.Literal('image', { description: 'An image' }),
    request: ImageRequestSummary,
    ...fields,
  },
  { $id: 'ImageGeneration', description: 'An image generation' },
);

const VideoGenerationSchema = Type.Object(
  {
    type: Type.Literal('video', { description: 'A video' }),
    request: VideoRequestSummary,
    ...fields,
  },
  { $id: 'VideoGeneration', description: 'A video generation' },
);

export type GenerationBody =
  | Static<typeof ImageGenerationSchema>
  | Static<typeof VideoGenerationSchema>;

/** A generation: `type` says whether it is an image or a video. */
export const GenerationSchema = Type.Unsafe<GenerationBody>({
  $id: 'Generation',
  description: 'An image or video generation, depending on `type`',
  type: 'object',
  discriminator: { propertyName: 'type' },
  oneOf: [ImageGenerationSchema, VideoGenerationSchema],
});

/** A video generation, whose `request` is a video request. */
type VideoVariant = { readonly type: 'video'; readonly request: VideoRequest };
type ImageVariant = { readonly type: 'image'; readonly request: ImageRequest };

/** Whether a generation is a video; narrows its request's type. */
export const isVideo = <R extends Pick<GenerationView, 'type' | 'request'>>(
  row: R,
): row is R & VideoVariant => row.type === 'video';

/** Whether a generation is an image; narrows its request's type. */
export const isImage = <R extends Pick<GenerationView, 'type' | 'request'>>(
  row: R,
): row is R & ImageVariant => row.type === 'image';

/** The columns of a generation that responses contain. */
export interface GenerationView {
  readonly id: string;
  readonly type: WorkType;
  readonly model: string;
  readonly status: GenerationStatus;
  readonly credits: number;
  readonly refundedCredits: number;
  readonly outputKey: string | null;
  readonly thumbnailKey: string | null;
  readonly outputFacts?: OutputFacts | null;
  readonly error: GenerationError | null;
  readonly request: ImageRequest | VideoRequest | StoredSpeech;
  readonly inputs: StoredVideo['inputs'];
  readonly options: StoredVideo['options'];
  readonly metadata: Metadata;
  readonly title: string | null;
  readonly favorite: boolean;
  readonly timeline: TimelineEntry[];
  readonly makers: Makers;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** Builds a stored object's public address. */
export type MediaUrl = (key: string) => string;

/** Functions that build a generation's addresses. */
export interface GenerationLinks {
  readonly mediaUrl: MediaUrl;
  /** Builds the address of a generation's page in the web library. */
  readonly libraryUrl: (id: string) => string;
  /** Builds the address of a generation, or of speech, in the API. */
  readonly generationUrl: (id: string) => string;
}

/**
 * Presents a generation. Its addresses are built on each read, so that the host can change.
 * @param progress progress of a generation that has not ended
 */
export function presentGeneration(
  row: GenerationView,
  { mediaUrl, libraryUrl, generationUrl }: GenerationLinks,
  progress: GenerationProgressBody = ACCEPTED_PROGRESS,
): GenerationBody {
  const url = generationUrl(row.id);
  const head = { id: row.id, object: 'generation' as const };
  const state = {
    model: row.model,
    status: row.status,
    credits: row.credits,
    refunded_credits: row.refundedCredits,
    result:
      row.status === 'completed' && row.outputKey
        ? {
            url: mediaUrl(row.outputKey),
            thumbnail_url: row.thumbnailKey ? mediaUrl(row.thumbnailKey) : null,
            library_url: libraryUrl(row.id),
          }
        : null,
    error: row.error,
  };
  const course = {
    metadata: presentMetadata(row.metadata),
    title: row.title,
    favorite: row.favorite,
    timeline: row.timeline,
    simulated: isSimulated(row.type, row.makers),
    progress: row.completedAt === null ? progress : null,
    urls: { get: url, cancel: `${url}/cancel`, events: `${url}/events` },
    created_at: row.createdAt.getTime(),
    completed_at: row.completedAt?.getTime() ?? null,
  };
  if (isVideo(row)) {
    return { ...head, type: 'video', ...state, request: presentVideoRequest(row), ...course };
  }
  if (isImage(row)) {
    const request = presentImageRequest(row.request);
    return { ...head, type: 'image', ...state, request, ...course };
  }
  throw new TypeError(`generation ${row.id} is neither an image nor a video`);
}
