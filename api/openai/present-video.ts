import { parseRatio } from '../../domain/catalogue/aspect-ratio.js';
import type { GenerationStatus } from '../../domain/catalogue/stages.js';
import { computeVideoSize } from '../../domain/catalogue/video-model.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { showSize } from './sizes.js';
import type { VideoBody } from './video-schemas.js';

export type VideoGeneration = Extract<GenerationBody, { type: 'video' }>;

const STATUS: Readonly<Record<GenerationStatus, Pick<VideoBody, 'status' | 'progress'>>> = {
  queued: { status: 'queued', progress: 0 },
  processing: { status: 'in_progress', progress: 0 },
  completed: { status: 'completed', progress: 100 },
  failed: { status: 'failed', progress: 0 },
  cancelled: { status: 'failed', progress: 0 },
};

/** Converts Unix milliseconds to the seconds that OpenAI's objects use. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1_000);
/** Returns the percentage of a video in progress; half if it cannot be estimated. */
const toPercent = (progress: VideoGeneration['progress']): number =>
  Math.round((progress?.fraction ?? 0.5) * 100);

/** Presents a video in OpenAI's format. */
export function presentVideo({ request, ...generation }: VideoGeneration): VideoBody {
  const { completed_at: completedAt, error } = generation;
  const ratio = parseRatio(request.aspect_ratio);
  const code = error?.code === 'CONTENT_BLOCKED' ? 'content_policy_violation' : error?.code;
  return {
    id: generation.id,
    object: 'video',
    model: generation.model,
    ...STATUS[generation.status],
    ...(generation.status === 'processing' && { progress: toPercent(generation.progress) }),
    created_at: toSeconds(generation.created_at),
    completed_at: completedAt === null ? null : toSeconds(completedAt),
    expires_at: null,
    prompt: request.prompt,
    seconds: request.duration,
    size: ratio === null ? 'auto' : showSize(computeVideoSize(request.resolution, ratio)),
    remixed_from_video_id: null,
    error: error && { code: code?.toLowerCase() ?? 'unknown', message: error.message },
  };
}
