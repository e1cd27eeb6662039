import { Type } from 'typebox';
import type {
  GenerationErrorCode,
  GenerationStatus,
  Resolution,
  Stage,
} from '../catalogue/stages.js';
import { namedChoice, nullable, UnixMs } from './common.js';

/** What images and videos have in common: states, errors, and the log of what went wrong. */

export const GenerationState = namedChoice<GenerationStatus>(
  'GenerationStatus',
  'Where a generation stands; the last three are final',
  {
    queued: 'accepted, and not begun; it can be cancelled',
    processing: 'under way; it can no longer be cancelled',
    completed: 'done: `result` is set',
    failed: 'given up: `error` is set and the credits are refunded',
    cancelled: 'cancelled while queued; the credits are refunded',
  },
);

const ErrorCodeOfGeneration = namedChoice<GenerationErrorCode>(
  'GenerationErrorCode',
  'Why a generation ended without a result; not an error code of HTTP',
  {
    CONTENT_BLOCKED: 'a model refused the prompt or a picture',
    INSUFFICIENT_CREDITS: 'the credits were gone when it was to begin',
    TIMEOUT: 'the model did not finish in time',
    PROVIDER_ERROR: 'every model that could make it failed',
    RATE_LIMIT: 'every model that could make it was overloaded',
    VALIDATION_ERROR: 'a file or an option turned out to be of no use',
    UNKNOWN: 'a failure of our own',
    CANCELLED: 'cancelled by the caller',
  },
);

export const GenerationErrorSchema = Type.Object(
  {
    code: ErrorCodeOfGeneration,
    message: Type.String({ description: 'For people; programs decide by `code`' }),
  },
  { $id: 'GenerationError', description: 'Why there is no result' },
);

const StageName = namedChoice<Stage>('TimelineStage', 'A step on the way to the result', {
  scene_analysis: 'looking at the scene image',
  character_analysis: 'looking at the character',
  prompt_merge: 'putting prompt and analyses together',
  text_model: 'the model that writes the prompt',
  image_generation: 'making the image, or the first frame of a video',
  video_generation: 'making the clip',
  storage: 'storing the files',
  queue: 'waiting for a worker',
});

const ResolutionName = namedChoice<Resolution>(
  'TimelineResolution',
  'What was done about a failure or a difference',
  {
    continued_without_analysis: 'went on without what the analysis would have said',
    retried: 'tried the same again',
    fallback:
      'went on with another model, without a part of the request, or with a result that differs from it: `message` says which',
    stopped: 'gave up: the generation has failed',
  },
);

export const TimelineEntrySchema = Type.Object(
  {
    at: UnixMs('When it happened'),
    stage: StageName,
    resolution: ResolutionName,
    status: nullable(Type.Integer({ description: 'HTTP status of the model, when known' })),
    message: Type.String({ description: 'What failed and what was done about it' }),
  },
  {
    $id: 'TimelineEntry',
    description: 'One failure or difference from the request, and what was done about it',
  },
);
