import { Type } from 'typebox';
import type {
  GenerationErrorCode,
  GenerationStatus,
  Resolution,
  Stage,
} from '../catalogue/stages.js';
import { buildNamedChoice, buildNullable, UnixMs } from './common.js';

/** Schemas shared by images and videos: states, errors, and the timeline of problems. */

export const GenerationState = buildNamedChoice<GenerationStatus>(
  'GenerationStatus',
  'Status of the generation. `completed`, `failed` and `cancelled` are final',
  {
    queued: 'accepted but not started; can be cancelled',
    processing: 'in progress; can no longer be cancelled',
    completed: 'finished; `result` is set',
    failed: 'failed; `error` is set and the credits are refunded',
    cancelled: 'cancelled while queued; the credits are refunded',
  },
);

const ErrorCodeOfGeneration = buildNamedChoice<GenerationErrorCode>(
  'GenerationErrorCode',
  'Why a generation ended without a result. These are not HTTP API error codes',
  {
    CONTENT_BLOCKED: 'a model refused the prompt or an image',
    INSUFFICIENT_CREDITS: "there weren't enough credits left when it started",
    TIMEOUT: 'the model did not finish in time',
    PROVIDER_ERROR: 'all suitable models failed',
    RATE_LIMIT: 'all suitable models were overloaded',
    VALIDATION_ERROR: 'a file or an option could not be used',
    UNKNOWN: 'an internal error of the service',
    CANCELLED: 'cancelled by the client, or still queued when its `Cancel-After` was over',
  },
);

export const GenerationErrorSchema = Type.Object(
  {
    code: ErrorCodeOfGeneration,
    message: Type.String({ description: 'Human-readable message. Use `code` in programs' }),
  },
  { $id: 'GenerationError', description: 'Why the generation has no result' },
);

export const StageName = buildNamedChoice<Stage>('TimelineStage', 'A stage of the generation', {
  scene_analysis: 'analyzing the scene image',
  character_analysis: 'analyzing the character',
  prompt_merge: 'combining the prompt and the analyses',
  text_model: 'writing the prompt with a model',
  image_generation: 'generating the image, or the first frame of a video',
  video_generation: 'generating the clip',
  speech_generation: 'speaking the text',
  lip_sync: 'moving the lips of the person in the clip',
  storage: 'storing the files',
  queue: 'waiting for a worker',
});

const ResolutionName = buildNamedChoice<Resolution>(
  'TimelineResolution',
  'How a failure or difference was handled',
  {
    continued_without_analysis: 'continued without the analysis',
    retried: 'tried again without changes',
    fallback:
      'continued with another model, left out a part of the request, or delivered a result that differs from the request; `message` says which',
    stopped: 'the generation failed',
  },
);

export const TimelineEntrySchema = Type.Object(
  {
    at: UnixMs('Time of the event'),
    stage: StageName,
    resolution: ResolutionName,
    status: buildNullable(
      Type.Integer({ description: 'HTTP status returned by the model, if known' }),
    ),
    message: Type.String({ description: 'Failures and differences, and how they were handled' }),
  },
  {
    $id: 'TimelineEntry',
    description: 'A failure or a difference from the request, and how it was handled',
  },
);
