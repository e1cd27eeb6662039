import { Type, type Static } from 'typebox';
import { IMAGE_MODEL_ID } from '../catalogue/image-model.js';
import { isSimulated, type Makers } from '../catalogue/makers.js';
import type {
  GenerationError,
  GenerationStatus,
  GenerationType,
  TimelineEntry,
} from '../catalogue/stages.js';
import { nullable, ObjectName, PrefixedId, UnixMs } from './common.js';
import { GenerationErrorSchema, GenerationState, TimelineEntrySchema } from './generation-parts.js';
import { ImageRequestSummary, presentImageRequest, type ImageRequest } from './image.js';
import {
  presentVideoRequest,
  VideoRequestSummary,
  type StoredVideo,
  type VideoRequest,
} from './video.js';

const ResultSchema = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      description: 'The file in full: WebP or MP4. Permanent until the generation is deleted',
    }),
    thumbnail_url: nullable(
      Type.String({ format: 'uri', description: 'A small preview, when there is one' }),
    ),
    library_url: nullable(
      Type.String({
        format: 'uri',
        description: "Opens the file in the owner's web library, for whoever is signed in there",
      }),
    ),
  },
  { $id: 'GenerationResult', description: 'Where the files of a completed generation are' },
);

const fields = {
  id: PrefixedId('gen', 'Id of the generation'),
  object: ObjectName('generation'),
  model: Type.String({ examples: [IMAGE_MODEL_ID], description: 'The model that makes it' }),
  status: GenerationState,
  credits: Type.Integer({
    minimum: 0,
    description: 'Credits charged when the request was accepted',
  }),
  refunded_credits: Type.Integer({
    minimum: 0,
    description: 'Credits returned; the net cost is `credits` minus these',
  }),
  result: nullable(ResultSchema, 'Null until `completed`'),
  error: nullable(GenerationErrorSchema, 'Null unless `failed` or `cancelled`'),
  timeline: Type.Array(TimelineEntrySchema, {
    description:
      'What failed on the way or differs from the request, and what was done about it; empty when nothing did',
  }),
  simulated: nullable(
    Type.Boolean({
      description:
        'True when the built-in renderer made the result or, of a video, any part of it; false when providers did; null until that is known',
    }),
  ),
  created_at: UnixMs('When the request was accepted'),
  completed_at: nullable(UnixMs('When it ended'), 'When it ended, in Unix milliseconds, or null'),
};

const ImageGenerationSchema = Type.Object(
  {
    type: Type.Literal('image', { description: 'An image' }),
    request: ImageRequestSummary,
    ...fields,
  },
  { $id: 'ImageGeneration', description: 'The making of an image' },
);

const VideoGenerationSchema = Type.Object(
  {
    type: Type.Literal('video', { description: 'A video' }),
    request: VideoRequestSummary,
    ...fields,
  },
  { $id: 'VideoGeneration', description: 'The making of a video' },
);

export type GenerationBody =
  | Static<typeof ImageGenerationSchema>
  | Static<typeof VideoGenerationSchema>;

/** Generation: `type` says which of the two it is. */
export const GenerationSchema = Type.Unsafe<GenerationBody>({
  $id: 'Generation',
  description: 'The making of an image or a video: `type` says which',
  type: 'object',
  discriminator: { propertyName: 'type' },
  oneOf: [ImageGenerationSchema, VideoGenerationSchema],
});

/** What `type` says of `request`. */
type OfVideo = { readonly type: 'video'; readonly request: VideoRequest };
type OfImage = { readonly type: 'image'; readonly request: ImageRequest };

/** Tells whether a row is that of a video, and so what its request is. */
export const isVideo = <R extends Pick<GenerationView, 'type' | 'request'>>(
  row: R,
): row is R & OfVideo => row.type === 'video';

/** The same of an image. */
export const isImage = <R extends Pick<GenerationView, 'type' | 'request'>>(
  row: R,
): row is R & OfImage => row.type === 'image';

/** The columns of a generation that the outside sees. */
export interface GenerationView {
  readonly id: string;
  readonly type: GenerationType;
  readonly model: string;
  readonly status: GenerationStatus;
  readonly credits: number;
  readonly refundedCredits: number;
  readonly outputKey: string | null;
  readonly thumbnailKey: string | null;
  readonly error: GenerationError | null;
  readonly request: ImageRequest | VideoRequest;
  readonly inputs: StoredVideo['inputs'];
  readonly options: StoredVideo['options'];
  readonly timeline: TimelineEntry[];
  readonly makers: Makers;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** Public address of a stored object. */
export type MediaUrl = (key: string) => string;

/** Makes the addresses that a generation shows. */
export interface GenerationLinks {
  readonly mediaUrl: MediaUrl;
  /** Its page in the web library. */
  readonly libraryUrl: (id: string) => string;
}

/** Presents a generation; addresses are made at reading time, so the host may change. */
export function presentGeneration(
  row: GenerationView,
  { mediaUrl, libraryUrl }: GenerationLinks,
): GenerationBody {
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
    timeline: row.timeline,
    simulated: isSimulated(row.type, row.makers),
    created_at: row.createdAt.getTime(),
    completed_at: row.completedAt?.getTime() ?? null,
  };
  if (isVideo(row)) {
    return {
      ...head,
      type: 'video',
      ...state,
      request: presentVideoRequest(row),
      ...course,
    };
  }
  if (isImage(row)) {
    return {
      ...head,
      type: 'image',
      ...state,
      request: presentImageRequest(row.request),
      ...course,
    };
  }
  throw new TypeError(`generation ${row.id} is neither an image nor a video`);
}
