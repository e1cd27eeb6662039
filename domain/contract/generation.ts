import { Type, type Static } from 'typebox';
import { IMAGE_MODEL_ID } from '../catalogue/image-model.js';
import { isSimulated, type Makers } from '../catalogue/makers.js';
import {
  GENERATION_ERROR_CODES,
  GENERATION_STATUSES,
  GENERATION_TYPES,
  RESOLUTIONS,
  STAGES,
  type GenerationError,
  type GenerationStatus,
  type GenerationType,
  type TimelineEntry,
} from '../catalogue/stages.js';
import { idPattern, nullable, oneOf, UnixMs } from './common.js';
import { ImageRequestSummary, presentImageRequest } from './image.js';
import { presentVideoRequest, VideoRequestSummary } from './video.js';

const ResultSchema = Type.Object({
  url: Type.String({ format: 'uri', description: 'Permanent until the generation is deleted' }),
  thumbnail_url: nullable(Type.String({ format: 'uri' })),
  library_url: nullable(Type.String({ format: 'uri' })),
});

const TimelineSchema = Type.Object({
  at: UnixMs,
  stage: oneOf(STAGES),
  resolution: oneOf(RESOLUTIONS),
  status: nullable(Type.Integer({ description: 'Upstream HTTP status when known' })),
  message: Type.String(),
});

/** Generation (spec, Resources). */
export const GenerationSchema = Type.Object(
  {
    id: Type.String({ pattern: idPattern('gen') }),
    object: Type.Literal('generation'),
    type: oneOf(GENERATION_TYPES),
    model: Type.String({ examples: [IMAGE_MODEL_ID] }),
    status: oneOf(GENERATION_STATUSES),
    credits: Type.Integer({ minimum: 0 }),
    refunded_credits: Type.Integer({ minimum: 0 }),
    result: nullable(ResultSchema),
    error: nullable(Type.Object({ code: oneOf(GENERATION_ERROR_CODES), message: Type.String() })),
    request: Type.Union([ImageRequestSummary, VideoRequestSummary]),
    timeline: Type.Array(TimelineSchema),
    simulated: nullable(
      Type.Boolean({
        description:
          'True when the built-in renderer made the result or, of a video, any part of it; false when providers did; null until that is known',
      }),
    ),
    created_at: UnixMs,
    completed_at: nullable(UnixMs),
  },
  { $id: 'Generation' },
);
export type GenerationBody = Static<typeof GenerationSchema>;

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
  readonly request: GenerationBody['request'];
  readonly timeline: TimelineEntry[];
  readonly makers: Makers;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** Public address of a stored object. */
export type MediaUrl = (key: string) => string;

/** Presents a generation; media addresses are made at reading time, so the host may change. */
export function presentGeneration(row: GenerationView, mediaUrl: MediaUrl): GenerationBody {
  return {
    id: row.id,
    object: 'generation',
    type: row.type,
    model: row.model,
    status: row.status,
    credits: row.credits,
    refunded_credits: row.refundedCredits,
    result:
      row.status === 'completed' && row.outputKey
        ? {
            url: mediaUrl(row.outputKey),
            thumbnail_url: row.thumbnailKey ? mediaUrl(row.thumbnailKey) : null,
            library_url: null,
          }
        : null,
    error: row.error,
    request:
      'model' in row.request ? presentVideoRequest(row.request) : presentImageRequest(row.request),
    timeline: row.timeline,
    simulated: isSimulated(row.type, row.makers),
    created_at: row.createdAt.getTime(),
    completed_at: row.completedAt?.getTime() ?? null,
  };
}
